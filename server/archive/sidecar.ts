// What a small file beside a recording says about it: name.json, or name.mp4.json.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { Refusal } from "#server/refusal.ts";
import { readDate, type Description } from "./describe-intake.ts";

export const Sidecar = z.looseObject({
  title: z.string().max(1000).optional(),
  date: z.string().max(40).optional(),
  description: z.string().max(10_000).optional(),
  hidden: z.boolean().optional(),
  protected: z.boolean().optional(),
});

export function findSidecar(file: string): string | undefined {
  const { dir, name } = path.parse(file);
  return [`${file}.json`, path.join(dir, `${name}.json`)].find(
    (candidate) => candidate !== file && existsSync(candidate),
  );
}

export async function readSidecar(file: string): Promise<Description> {
  const sidecar = findSidecar(file);
  if (!sidecar) return {};
  const name = path.basename(sidecar);
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
