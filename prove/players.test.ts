// Recordings with every kind of irregularity, played to the end by players that know nothing of this archive.
// SEED chooses the recordings, PLAYERS_KINDS="reset,jump" some of the kinds, PLAYERS_EACH how many of each.
import { expect, it } from "vitest";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { hasVlc, vlcMissing } from "#server/testing/vlc.ts";
import { allKinds } from "./odd-sources/recipe.ts";
import { openStage } from "./odd-sources/stage.ts";
import { chooseRecipes } from "./players/choose.ts";
import { openPlayers } from "./players/players.ts";
import { playSome, type Played } from "./players/run.ts";
import { countPlayed, listFaults, tellPlayed, tellPlayers } from "./players/told.ts";

const few = ["ends apart"];
const kinds = process.env["PLAYERS_KINDS"]?.split(",") ?? allKinds.slice(0, scaled(0, allKinds.length));
const chosen = kinds.length > 0 ? kinds : few;
const each = Number(process.env["PLAYERS_EACH"] ?? unscaled(1, 2));

if (!hasVlc) console.log(vlcMissing);

it(
  "other players play recordings of every kind to the end, with audio",
  { tags: ["long"], timeout: 7_200_000 },
  async () => {
    await using stage = await openStage({ hasPlayer: false });
    await using opened = await openPlayers();
    const recipes = chooseRecipes(seed);
    const played: Played[] = [];
    for (const kind of chosen) {
      const some = await playSome({ stage, players: opened.players }, recipes.get(kind) ?? [], each);
      for (const one of some) console.log(tellPlayed(one));
      played.push(...some);
    }
    console.log(tellPlayers(played));
    publish("players", countPlayed(played));
    expect(played.flatMap(listFaults)).toEqual([]);
    expect(new Set(played.map(({ recipe }) => recipe.kind))).toEqual(new Set(chosen));
  },
);
