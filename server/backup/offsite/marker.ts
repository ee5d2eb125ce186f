// A small plain object at the top of the bucket: whose backups these are, and for which key they are encrypted.
import { z } from "zod";
import { Refusal } from "#server/refusal.ts";
import { hashBytes } from "#server/media/store/hash.ts";
import { markerName, type Vault } from "#server/media/store/vault.ts";
import { words } from "./words.ts";

const Marker = z.strictObject({
  format: z.literal(1),
  /** The id in the marker of the archive's storage. */
  store: z.string().min(1),
  fingerprint: z.string(),
  sum: z.string(),
});
type Marker = Pick<z.infer<typeof Marker>, "store" | "fingerprint">;

/** Undefined in an empty bucket. A damaged one is refused: another archive's backups must not be mixed with ours. */
export async function findMarker(vault: Vault): Promise<Marker | undefined> {
  const body = await vault.find(markerName);
  if (!body) return undefined;
  const marker = parse(body.toString());
  if (!marker || marker.sum !== sumOf(marker)) throw new Refusal("damaged", words.markerDamaged(vault.place));
  return marker;
}

/** Refuses another archive's bucket. */
export async function claim(vault: Vault, marker: Marker): Promise<void> {
  const found = await findMarker(vault);
  if (found && found.store !== marker.store) throw new Refusal("conflict", words.otherArchive(vault.place));
  if (found?.fingerprint === marker.fingerprint) return;
  await vault.put(markerName, Buffer.from(JSON.stringify({ format: 1, ...marker, sum: sumOf(marker) })));
}

function sumOf({ store, fingerprint }: Marker): string {
  return hashBytes(Buffer.from(`${store}|${fingerprint}`));
}

function parse(text: string): z.infer<typeof Marker> | undefined {
  try {
    return Marker.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
