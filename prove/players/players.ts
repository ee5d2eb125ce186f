// All players by name; VLC only where it is installed.
import { hasVlc } from "#server/testing/vlc.ts";
import { playWithFfmpeg } from "./ffmpeg.ts";
import { playWithMpv } from "./mpv.ts";
import type { Player } from "./player.ts";
import { openShaka } from "./shaka.ts";
import { playWithVlc } from "./vlc.ts";

export async function openPlayers(): Promise<AsyncDisposable & { players: ReadonlyMap<string, Player> }> {
  const shaka = await openShaka();
  const players = new Map<string, Player>();
  players.set("ffmpeg", playWithFfmpeg);
  players.set("mpv", playWithMpv);
  if (hasVlc) players.set("VLC", playWithVlc);
  players.set("Shaka Player", shaka.play);
  return { players, [Symbol.asyncDispose]: () => shaka[Symbol.asyncDispose]() };
}
