// mpv without a window plays a recording twice: at normal pace, to read its warnings, and into a file, to check the audio.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { checkLastPicture } from "./ends.ts";
import { checkWav } from "./heard.ts";
import type { Player, Recording } from "./player.ts";

const timeoutMs = 180_000;

export const playWithMpv: Player = async (recording) => {
  const wav = path.join(recording.folder, "mpv.wav");
  const paced = await play(recording, ["--ao=null"]);
  // writing audio to a file is faster than the video, for any recording, and mpv reports that as a desync
  const written = await play(recording, ["--ao=pcm", `--ao-pcm-file=${wav}`]);
  return [
    // a busy machine is sometimes late; a fault of the recording occurs again
    ...(paced.complaints.length > 0 ? (await play(recording, ["--ao=null"])).complaints : []),
    ...[paced, written].flatMap(({ isEnded }) => (isEnded ? [] : ["it does not play to the end"])),
    ...checkLastPicture(paced.lastPicture, recording.truth),
    ...(await checkWav(wav, recording.truth, recording.videoLag)),
  ];
};

interface Told {
  /** Warnings, errors and worse. */
  complaints: string[];
  isEnded: boolean;
  lastPicture: number;
}

async function play({ openAddress, folder }: Recording, output: readonly string[]): Promise<Told> {
  const log = path.join(folder, "mpv.log");
  const quiet = ["--no-config", "--no-terminal", "--untimed", `--log-file=${log}`];
  // the filter writes a line for every frame
  const pictures = ["--vo=null", "--vf=lavfi=[showinfo]"];
  const args = [...quiet, ...pictures, ...output, openAddress];
  await promisify(execFile)("mpv", args, { timeout: timeoutMs });
  const lines = (await readFile(log, "utf8")).split("\n");
  const times = lines.flatMap((line) => /showinfo.* pts_time:([\d.]+)/.exec(line)?.[1] ?? []).map(Number);
  return {
    complaints: lines.filter((line) => /^\[[ \d.]+\]\[[wef]\].*\w/.test(line) && !line.includes("device underrun")),
    isEnded: lines.some((line) => line.includes("finished playback, success")),
    lastPicture: Math.max(-1, ...times),
  };
}
