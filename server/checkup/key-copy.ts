// "I have a copy of the key": proven by the checksum of that copy, because a wrong copy is found out only when it is needed.
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { checkKeyCopy } from "./keeping.ts";
import { noteKeyCopy, readRow, saveLines } from "./saved.ts";
import { words } from "./words.ts";

const leastCharacters = 16;

/** `text` is what sha256sum prints: the checksum, and the name of the file behind it. */
export async function confirmKeyCopy(
  parts: Pick<Parts, "db" | "clock" | "keys" | "config">,
  text: string,
): Promise<void> {
  const [given = ""] = text.trim().toLowerCase().split(/\s/);
  if (!/^[0-9a-f]+$/.test(given) || given.length < leastCharacters)
    throw new Refusal("bad-input", words.notAChecksum(leastCharacters));
  if (!parts.keys.checksum.startsWith(given)) throw new Refusal("bad-input", words.otherChecksum);
  await noteKeyCopy(parts, parts.keys.checksum);
  const { lines } = await readRow(parts.db);
  const now = await checkKeyCopy(parts);
  if (lines)
    await saveLines(
      parts,
      lines.map((line) => (line.name === now.name ? now : line)),
    );
}
