// VLC plays the audio of a recording into a file.
import { playWithVlc as play } from "#server/testing/vlc.ts";
import { checkWav } from "./heard.ts";
import type { Player } from "./player.ts";

const timeoutMs = 120_000;

export const playWithVlc: Player = async ({ openAddress, truth }) => {
  await using heard = await play(openAddress, timeoutMs);
  const faults = await checkWav(heard.file, truth);
  return faults.length === 0 ? [] : [...faults, ...tellErrors(heard.log)];
};

/** Messages about the recording; those about the missing desktop are left out. */
function tellErrors(log: string): string[] {
  const lines = log.split("\n").filter((line) => /(input|stream|demux|mux|decoder|http).* error/.test(line));
  return lines.slice(0, 3).map((line) => `it says: ${line.slice(0, 200)}`);
}
