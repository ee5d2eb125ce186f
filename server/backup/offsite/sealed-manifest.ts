// The manifest of a backup in a bucket: how files were cut into pieces, the master key, and the ordinary manifest. It is
// encrypted as a whole, so the bucket and the owner's key are all that a restore needs.
import { z } from "zod";
import { readLines, writeLines, type Manifest } from "#server/backup/manifest.ts";
import { Refusal } from "#server/refusal.ts";
import { seal, unseal } from "./age.ts";
import { words } from "./words.ts";

const First = z.strictObject({
  sealed: z.literal(1),
  pieceBytes: z.int().min(1),
  /** Base64. */
  masterKey: z.string(),
});

export interface SealedManifest {
  pieceBytes: number;
  masterKey: Buffer;
  manifest: Manifest;
}

export async function sealManifest(
  recipient: string,
  { pieceBytes, masterKey, manifest }: SealedManifest,
): Promise<Buffer> {
  const first = JSON.stringify({ sealed: 1, pieceBytes, masterKey: masterKey.toString("base64") });
  return seal(recipient, Buffer.from(`${first}\n${writeLines(manifest)}`));
}

export async function openManifest(identity: string, sealed: Buffer, place: string): Promise<SealedManifest> {
  const text = (await unseal(identity, sealed))?.toString();
  if (text === undefined) throw new Refusal("damaged", words.manifestDamaged(place));
  const end = text.indexOf("\n");
  const first = First.safeParse(JSON.parse(text.slice(0, end)));
  if (!first.success) throw new Refusal("bad-input", words.newerProgram(place));
  const { pieceBytes, masterKey } = first.data;
  return { pieceBytes, masterKey: Buffer.from(masterKey, "base64"), manifest: readLines(text.slice(end + 1), place) };
}
