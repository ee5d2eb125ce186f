// What a small file beside a recording says about it: name.json, or name.mp4.json.
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { Refusal } from "#server/refusal.ts";
import { joinName, longestName, showName, splitName } from "#server/intake/incoming/byte-name.ts";
import { readDate, type Description } from "./describe-intake.ts";

export const Sidecar = z.looseObject({
  title: z.string().max(1000).optional(),
  date: z.string().max(40).optional(),
  description: z.string().max(10_000).optional(),
  hidden: z.boolean().optional(),
  protected: z.boolean().optional(),
});

const mostBytes = 2 ** 20;

/** In the order in which they are looked for; a longer name is no file's. */
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

/** `name` is what people call it. */
export async function readSidecarFile(sidecar: string | Buffer, name: string): Promise<Description> {
  const { size } = await stat(sidecar);
  if (size > mostBytes) throw new Refusal("bad-input", `${name} is too large to describe a recording.`);
  let parsed;
  try {
    parsed = Sidecar.parse(JSON.parse(await readFile(sidecar, "utf8")));
  } catch (cause) {
    throw new Refusal(
      "bad-input",
      `${name} is not readable: it holds JSON such as {"title": "…", "date": "2024-05-01"}.`,
      { cause },
    );
  }
  return describe(parsed, name);
}

export function describe(said: z.infer<typeof Sidecar>, name: string): Description {
  const date = said.date === undefined ? undefined : readDate(said.date);
  if (said.date !== undefined && !date) {
    throw new Refusal(
      "bad-input",
      `The date in ${name} is not one we can read: write 2024-05-01, or 2024-05-01T21:30:00Z.`,
    );
  }
  return {
    ...(said.title !== undefined && { title: said.title }),
    ...(said.description !== undefined && { description: said.description }),
    ...(said.hidden !== undefined && { hidden: said.hidden }),
    ...(said.protected !== undefined && { preventAutodelete: said.protected }),
    ...date,
  };
}
