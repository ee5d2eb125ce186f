// Reads the description of a recording from a small file next to it: name.json, or name.mp4.json.
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { Refusal } from "#server/refusal.ts";
import { joinName, longestName, showName, splitName } from "#server/intake/incoming/byte-name.ts";
import { readDate, type Description } from "./describe-intake.ts";
import { words } from "./words.ts";

const Sidecar = z.looseObject({
  title: z.string().max(1000).optional(),
  date: z.string().max(40).optional(),
  description: z.string().max(10_000).optional(),
  hidden: z.boolean().optional(),
  protected: z.boolean().optional(),
});

const mostBytes = 2 ** 20;

/** In the order in which they are tried, without names that are too long for a file. */
export function sidecarNames(name: Buffer): Buffer[] {
  return [name, splitName(name).stem]
    .map((one) => Buffer.concat([one, Buffer.from(".json")]))
    .filter((one) => one.length <= longestName && !one.equals(name));
}

export async function readSidecar(folder: Buffer, name: Buffer): Promise<Description> {
  for (const sidecar of sidecarNames(name)) {
    const file = joinName(folder, sidecar);
    if (existsSync(file)) return readSidecarFile(file, showName(sidecar));
  }
  return {};
}

/** `name` is for messages. */
export async function readSidecarFile(sidecar: string | Buffer, name: string): Promise<Description> {
  const { size } = await stat(sidecar);
  if (size > mostBytes) throw new Refusal("bad-input", words.sidecarTooLarge(name));
  let parsed;
  try {
    parsed = Sidecar.parse(JSON.parse(await readFile(sidecar, "utf8")));
  } catch (cause) {
    throw new Refusal("bad-input", words.sidecarNotReadable(name), { cause });
  }
  return describe(parsed, name);
}

function describe(said: z.infer<typeof Sidecar>, name: string): Description {
  const date = said.date === undefined ? undefined : readDate(said.date);
  if (said.date !== undefined && !date) {
    throw new Refusal("bad-input", words.sidecarDate(name));
  }
  return {
    ...(said.title !== undefined && { title: said.title }),
    ...(said.description !== undefined && { description: said.description }),
    ...(said.hidden !== undefined && { hidden: said.hidden }),
    ...(said.protected !== undefined && { preventAutodelete: said.protected }),
    ...date,
  };
}
