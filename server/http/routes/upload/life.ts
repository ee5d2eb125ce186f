// Unfinished uploads as the studio shows them: whose, how far, and when they expire. They can also be cancelled.
import type { Upload } from "@tus/server";
import type { UploadUnderWay } from "#contract/studio.ts";
import { dropEarlyCopy } from "#server/prepare/copy-early.ts";
import { dropDetails, findDetails, noteEnded } from "#server/intake/upload-details.ts";
import { inUploadTurn } from "#server/intake/upload-turn.ts";
import { listNames } from "#server/member/members.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import type { Uploads } from "./store.ts";
import { words } from "./words.ts";

const dayMs = 86_400_000;
export const keptMs = 7 * dayMs;
/** For uploads without a single byte. */
const emptyKeptMs = dayMs;

type LifeParts = Pick<Parts, "db" | "media" | "clock" | "log">;

/** Null for a complete upload: it waits to be added and never expires. */
export function expiryOf({
  creation_date,
  offset,
  size,
}: Pick<Upload, "creation_date" | "offset" | "size">): Date | null {
  if (offset === size || creation_date === undefined) return null;
  return new Date(Date.parse(creation_date) + (offset === 0 ? emptyKeptMs : keptMs));
}

export function isExpired(upload: Upload, now: Date): boolean {
  const expiry = expiryOf(upload);
  return expiry !== null && expiry <= now;
}

/** A member's own uploads, or for the owner everybody's; oldest first. */
export async function listUnderWay(
  { db, clock }: LifeParts,
  uploads: Uploads,
  { memberId, isOwner }: { memberId: string; isOwner: boolean },
): Promise<UploadUnderWay[]> {
  const now = clock.now();
  const shown = (await uploads.list()).filter(
    (upload) => !isExpired(upload, now) && (isOwner || upload.metadata?.member === memberId),
  );
  const names = await listNames(db, [...new Set(shown.map(({ metadata }) => metadata?.member ?? ""))]);
  const described = shown.map(async (upload): Promise<UploadUnderWay> => {
    const { id, size = 0, offset, metadata, creation_date } = upload;
    const { said } = await findDetails(db, id);
    const changedAt = await uploads.changedAt(id);
    return {
      id,
      title: said.title ?? metadata?.title ?? metadata?.filename ?? words.untitled,
      who: names.get(metadata?.member ?? "") ?? null,
      is_own: metadata?.member === memberId,
      bytes: size,
      received: offset,
      begun_at: new Date(creation_date ?? changedAt).toISOString(),
      changed_at: new Date(changedAt).toISOString(),
      expires_at: expiryOf(upload)?.toISOString() ?? null,
    };
  });
  return (await Promise.all(described)).toSorted((one, other) => (one.begun_at < other.begun_at ? -1 : 1));
}

/** Deletes its bytes. A client that still sends it is told so, so that it does not start again by itself. */
export async function endUpload(parts: LifeParts, uploads: Uploads, upload: Upload): Promise<void> {
  const memberId = upload.metadata?.member ?? null;
  await remove(parts, uploads, upload.id);
  if (memberId !== null) await noteEnded(parts.db, { id: upload.id, memberId, now: parts.clock.now() });
}

/** Returns how many. */
export async function expireUploads(parts: LifeParts, uploads: Uploads): Promise<number> {
  const now = parts.clock.now();
  const expired = (await uploads.list()).filter((upload) => isExpired(upload, now));
  for (const { id } of expired) await remove(parts, uploads, id);
  if (expired.length > 0) parts.log.info({ uploads: expired.length }, "expired uploads were deleted");
  return expired.length;
}

async function remove({ db, media }: LifeParts, uploads: Uploads, id: string): Promise<void> {
  const held = await inUploadTurn(db, id, async () => {
    await uploads.drop(id);
    await dropEarlyCopy(media.store, id);
    await dropDetails(db, id);
  });
  if (held) return;
  throw new Refusal("conflict", words.beingAdded);
}
