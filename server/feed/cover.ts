// Square pictures for podcast apps, which want at least 1400 pixels: of a recording its thumbnail, of the archive its logo.
// Made when they are first asked for, and kept in bounded memory.
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/config.ts";
import type { PictureFormat } from "#server/media/ffmpeg/picture-arguments.ts";
import { coverArguments } from "#server/media/ffmpeg/picture-arguments.ts";
import { run } from "#server/media/ffmpeg/run.ts";
import { makeScratch } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { remember } from "#server/remember.ts";
import { findPicture } from "#server/setup/look/addresses.ts";

const side = 1400;
const limitSeconds = 60;
const mostBytes = 48 * 2 ** 20;

interface Covers {
  /** The cover of a recording; `read` gives its thumbnail. */
  ofRecording(version: string, read: () => Promise<Buffer>): Promise<Buffer>;
  ofArchive(): Buffer | Promise<Buffer>;
}

export function openCovers(parts: Pick<Parts, "db" | "media" | "config">): Covers {
  const made = remember<Buffer>({ mostBytes, bytesOf: (bytes) => bytes.length });
  return {
    ofRecording: async (version, read) => made.read(version, async () => makeSquare(parts, await read(), "jpeg_pipe")),
    ofArchive: () =>
      made.read(`archive ${coverVersion(parts.config)}`, async () => {
        const { look } = parts.config;
        const logo = look.logo && (await findPicture(parts.db, look, { id: look.logo.id, name: "solid.png" }));
        if (logo) return makeSquare(parts, Buffer.from(logo.bytes), "png_pipe");
        return readFileSync(new URL("./cover.jpg", import.meta.url));
      }),
  };
}

/** Changes with the logo. */
export function coverVersion({ look }: Pick<Config, "look">): string {
  return look.logo?.id.slice(0, 16) ?? "0";
}

async function makeSquare({ media }: Pick<Parts, "media">, bytes: Buffer, format: PictureFormat): Promise<Buffer> {
  await using scratch = await makeScratch(media.store);
  const source = path.join(scratch.folder, "source");
  await writeFile(source, bytes);
  const program = coverArguments({ track: 0, format }, { width: side, height: side });
  await run(media.tools, {
    program,
    paths: { reads: [source], writes: scratch.folder },
    weight: "light",
    limitSeconds,
  });
  return readFile(path.join(scratch.folder, "thumbnail.jpg"));
}
