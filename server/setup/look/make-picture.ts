// Makes every size of an uploaded logo or front page picture in ffmpeg's sandbox. What was uploaded is never served.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PictureKind } from "#contract/look.ts";
import { contrast, pages } from "#contract/accent.ts";
import type { SitePicture } from "#server/setting-rules.ts";
import { isUnusableSize, readPictureSize, type PictureSize } from "#server/media/facts/picture-size.ts";
import { run, saysUnreadable } from "#server/media/ffmpeg/run.ts";
import { logoArguments, welcomeArguments } from "#server/media/ffmpeg/site-picture-arguments.ts";
import { makeScratch } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

const mostBytes = 10 * 2 ** 20;
const limitSeconds = 60;

interface MadePicture {
  width: number;
  height: number;
  hardToSeeOn: SitePicture["hardToSeeOn"];
  files: { name: string; bytes: Buffer }[];
}

export async function makePicture(
  { media }: Pick<Parts, "media">,
  kind: PictureKind,
  upload: Buffer,
): Promise<MadePicture> {
  const { format } = requirePicture(upload);
  await using scratch = await makeScratch(media.store);
  const source = path.join(scratch.folder, "upload");
  await writeFile(source, upload);
  const program = kind === "logo" ? logoArguments(format) : welcomeArguments(format);
  const paths = { reads: [source], writes: scratch.folder };
  const { output } = await run(media.tools, { program, paths, weight: "light", limitSeconds }).catch(
    (error: unknown) => {
      if (!saysUnreadable(error)) throw error;
      throw new Refusal("bad-input", words.unreadable, { cause: error });
    },
  );
  const read = async (name: string, from = name) => ({ name, bytes: await readFile(path.join(scratch.folder, from)) });
  if (kind === "welcome") {
    const files = [await read("wide.webp"), await read("small.webp"), await read("share.jpg")];
    return { ...requireSize(files[0]?.bytes), hardToSeeOn: null, files };
  }
  const hardToSeeOn = findHardToSee(output);
  const plate = hardToSeeOn === "dark" ? "light.png" : "dark.png";
  const files = [await read("logo.png"), await read("icon.png"), await read("solid.png", plate)];
  return { ...requireSize(files[0]?.bytes), hardToSeeOn, files };
}

function requirePicture(bytes: Buffer): PictureSize {
  const size = readPictureSize(bytes);
  if (!size) throw new Refusal("bad-input", words.wrongKind);
  if (bytes.length > mostBytes) throw new Refusal("bad-input", words.tooManyBytes);
  if (isUnusableSize(size)) throw new Refusal("bad-input", words.wrongSize(size.width, size.height));
  return size;
}

function requireSize(made: Buffer | undefined): { width: number; height: number } {
  const size = made && readPictureSize(made);
  if (!size) throw new Refusal("bad-input", words.unreadable);
  return { width: size.width, height: size.height };
}

const leastContrast = 1.6;

/** The page on which most of what is not transparent can hardly be told from the background. */
function findHardToSee(pixels: Buffer): SitePicture["hardToSeeOn"] {
  const solid: string[] = [];
  for (let at = 0; at + 3 < pixels.length; at += 4)
    if ((pixels[at + 3] ?? 0) > 127) solid.push(`#${pixels.toString("hex", at, at + 3)}`);
  const isHard = (page: "light" | "dark") =>
    solid.filter((color) => contrast(color, pages[page].background) < leastContrast).length * 2 > solid.length;
  if (isHard("dark")) return "dark";
  return isHard("light") ? "light" : null;
}
