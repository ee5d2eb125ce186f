// Makes the file of a recipe, and says what a person must see and hear.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { arrange } from "./arrange.ts";
import { encodePictures, encodeSound, runProgram } from "./encode.ts";
import type { Arranged, Coded, Recipe, Truth } from "./model.ts";
import { findTruth } from "./truth.ts";
import { writeFlv } from "./write-flv.ts";
import { writeMkv } from "./write-mkv.ts";
import { writeMp4 } from "./write-mp4.ts";
import { writeTs } from "./write-ts.ts";

export interface Source {
  file: string;
  truth: Truth;
}

export async function makeSource(recipe: Recipe, folder: string): Promise<Source> {
  const name = (ending: string) => path.join(folder, `${recipe.number}${ending}`);
  const [pictures, sound] = await Promise.all([
    encodePictures(recipe, name("-pictures.mp4")),
    encodeSound(recipe, name("-sound.mov")),
  ]);
  const coded = { pictures, sound };
  const arranged = arrange(recipe, coded);
  const file = name(`.${recipe.container}`);
  if (recipe.byFfmpeg) await muxByFfmpeg(recipe, coded, file);
  else await writeFile(file, write(recipe, arranged, coded));
  return { file, truth: findTruth(recipe, arranged) };
}

function write(recipe: Recipe, arranged: Arranged, coded: { pictures: Coded; sound: Coded | null }): Buffer {
  const writer = { mp4: writeMp4, mov: writeMp4, mkv: writeMkv, webm: writeMkv, ts: writeTs, flv: writeFlv };
  return writer[recipe.container](recipe, arranged, coded);
}

async function muxByFfmpeg({ layout, moves }: Recipe, coded: { pictures: Coded; sound: Coded | null }, file: string) {
  const inputs = [coded.pictures, ...(coded.sound ? [coded.sound] : [])].flatMap((track) => ["-i", track.file]);
  const flags = {
    back: [],
    front: ["-movflags", "+faststart"],
    fragments: ["-movflags", "+frag_keyframe+empty_moov+delay_moov"],
  };
  const isBoxed = /\.(mp4|mov)$/.test(file);
  const how = ["-c", "copy", "-strict", "-2", ...(isBoxed ? flags[layout] : [])];
  const begin = ["-y", "-v", "error", "-nostdin"];
  const trim = moves.find((move) => move.do === "edits")?.pictures[0];
  if (!trim) return runProgram("ffmpeg", [...begin, ...inputs, ...how, file]);
  const whole = `${file}.whole${path.extname(file)}`;
  await runProgram("ffmpeg", [...begin, ...inputs, ...how, whole]);
  const times = ["-ss", String(trim.from), "-i", whole, "-t", String(trim.seconds)];
  return runProgram("ffmpeg", [...begin, ...times, ...how, file]);
}
