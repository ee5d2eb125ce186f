// Makes recordings of one kind, takes them in, prepares them, and plays them with one player after the other.
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { openCookieServer } from "#server/testing/cookie-server.ts";
import type { Recipe } from "../odd-sources/model.ts";
import { prepare, type Stage } from "../odd-sources/run.ts";
import { readServed, writeCookies } from "../odd-sources/served.ts";
import { makeSource } from "../odd-sources/source.ts";
import type { Player, Recording } from "./player.ts";
import { findVideoLag } from "./video-lag.ts";

export interface Played {
  recipe: Recipe;
  /** What was wrong, by player; empty if nothing was. */
  faults: Map<string, string[]>;
  seconds: number;
}

interface Tools {
  stage: Stage;
  players: ReadonlyMap<string, Player>;
}

/** This number of recipes, in their order; those that the archive refuses do not count. */
export async function playSome(tools: Tools, recipes: readonly Recipe[], count: number): Promise<Played[]> {
  const played: Played[] = [];
  for (const recipe of recipes) {
    if (played.length === count) break;
    const one = await playRecipe(tools, recipe);
    if (one) played.push(one);
  }
  return played;
}

async function playRecipe({ stage, players }: Tools, recipe: Recipe): Promise<Played | null> {
  const began = performance.now();
  const source = await makeSource(recipe, stage.folder);
  const published = await prepare(stage.archive, source, recipe);
  if (published.sentence !== undefined) return null;
  const { url, browser } = stage.member;
  const [cookie, playlist] = [writeCookies(browser), `/api/media/${published.id}/master.m3u8`];
  await using between = await openCookieServer(url, cookie);
  const recording: Recording = {
    address: url + playlist,
    cookie,
    openAddress: between.url + playlist,
    truth: source.truth,
    videoLag: findVideoLag(await readServed(stage.member, published.id)),
    folder: await mkdtemp(path.join(stage.folder, "played-")),
  };
  const faults = new Map<string, string[]>();
  // one at a time: players that share the machine are late
  for (const [name, play] of players) faults.set(name, await attempt(play, recording));
  return { recipe, faults, seconds: (performance.now() - began) / 1000 };
}

async function attempt(play: Player, recording: Recording): Promise<string[]> {
  try {
    return await play(recording);
  } catch (error) {
    return [`it failed: ${String(error).slice(0, 300)}`];
  }
}
