// A member's profile picture, stored here because the page loads nothing from the providers. Only small raster images.
import { createHash } from "node:crypto";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { fetchBounded } from "#server/member/providers/ask.ts";
import type { ProviderClient } from "#server/member/providers/provider.ts";
import { forget } from "#server/member/unsettled.ts";

const timeLimitMs = 2_000;
const mostBytes = 524_288;
const beginnings: [type: string, bytes: string][] = [
  ["image/png", "89504e470d0a1a0a"],
  ["image/jpeg", "ffd8ff"],
  ["image/gif", "47494638"],
  ["image/webp", "52494646"],
];

/** Never makes a login fail: without a picture the page shows an initial. */
export async function storePicture(
  { db, log }: Pick<Parts, "db" | "log">,
  client: ProviderClient,
  { memberId, address, signal }: { memberId: string; address: string | null; signal: AbortSignal },
): Promise<void> {
  const url = address ? URL.parse(address) : null;
  if (!url || !isTrusted(url, client.pictureHosts)) return;
  try {
    const response = await fetchBounded(url.href, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]),
    });
    const picture = new Uint8Array(await response.arrayBuffer());
    const type = recogniseImage(picture);
    if (!response.ok || !type || picture.byteLength > mostBytes) return;
    const picture_hash = createHash("sha256").update(picture).digest("base64url").slice(0, 16);
    forget(db, memberId);
    await db
      .updateTable("member")
      .set({ picture, picture_type: type, picture_hash })
      .where("id", "=", memberId)
      .execute();
  } catch (error) {
    log.info({ err: error, provider: client.provider }, "a profile picture could not be fetched");
  }
}

export async function findPicture(
  db: Database,
  memberId: string,
): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  const row = await db
    .selectFrom("member")
    .select(["picture", "picture_type"])
    .where("id", "=", memberId)
    .executeTakeFirst();
  return row?.picture && row.picture_type ? { type: row.picture_type, bytes: row.picture } : undefined;
}

function isTrusted({ protocol, hostname }: URL, hosts: readonly string[]): boolean {
  if (protocol !== "https:" && hostname !== "localhost" && hostname !== "127.0.0.1") return false;
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

function recogniseImage(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("hex");
  return beginnings.find(([, beginning]) => start.startsWith(beginning))?.[0];
}
