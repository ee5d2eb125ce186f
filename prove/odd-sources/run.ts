// Runs one recipe: makes the file, takes it in, prepares it, and checks everything that is served.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findRecording, listAssets, rungOf } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { cancelWork } from "#server/work/change.ts";
import { Refusal } from "#server/refusal.ts";
import type { TestArchive } from "#server/testing/archive.ts";
import { check } from "./check.ts";
import type { Recipe } from "./model.ts";
import { observe } from "./observe.ts";
import type { Watched } from "./player.ts";
import { tellRecipe } from "./recipe.ts";
import type { Member } from "./served.ts";
import { makeSource, type Source } from "./source.ts";

type Outcome = "copied" | "encoded" | "refused" | "stuck";

export interface Verdict {
  recipe: Recipe;
  outcome: Outcome;
  /** Why the archive refused it. */
  sentence: string | null;
  faults: string[];
  inBrowser: boolean;
  seconds: number;
}

export interface Stage {
  archive: TestArchive;
  member: Member;
  folder: string;
  /** Plays a recording in a real browser and returns what was wrong; null: do not play it there. */
  watch: ((id: string, watched: Watched) => Promise<string[]>) | null;
}

export async function runRecipe({ archive, member, folder, watch }: Stage, recipe: Recipe): Promise<Verdict> {
  const began = performance.now();
  const source = await makeSource(recipe, folder);
  const facts = await prepare(archive, source, recipe);
  const faults: string[] = [];
  if (facts.sentence !== undefined) {
    if (facts.isStuck) faults.push(facts.sentence);
    else if (facts.sentence === "") faults.push("refused without a sentence");
    else if (recipe.kind === "control") faults.push(`a plain recording is refused: ${facts.sentence}`);
  } else {
    const published = { id: facts.id, durationSeconds: facts.durationSeconds };
    faults.push(...facts.failed);
    faults.push(...(await attempt(async () => check(await observe(member, published), recipe, source.truth))));
    if (watch)
      faults.push(
        ...(await attempt(() =>
          watch(facts.id, { recipe, truth: source.truth, isCopied: facts.outcome === "copied" }),
        )),
      );
  }
  if (faults.length > 0) await keep(source, recipe, faults);
  return {
    recipe,
    outcome: facts.sentence === undefined ? facts.outcome : facts.isStuck ? "stuck" : "refused",
    sentence: facts.isStuck ? null : (facts.sentence ?? null),
    faults,
    inBrowser: watch !== null && facts.sentence === undefined,
    seconds: (performance.now() - began) / 1000,
  };
}

async function attempt(check: () => Promise<string[]>): Promise<string[]> {
  try {
    return await check();
  } catch (error) {
    return [`the check itself failed: ${String(error).slice(0, 200)}`];
  }
}

/** Takes it in, and waits until every step of preparing has ended. */
export async function prepare(
  archive: TestArchive,
  { file }: Pick<Source, "file">,
  { number }: Pick<Recipe, "number">,
): Promise<Facts> {
  try {
    const name = `odd-${number}${path.extname(file)}`;
    const { id } = await takeIn(archive.parts, { file, name, memberId: null });
    return await settle(archive, id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { sentence: error.message };
  }
}

/** Preparing takes seconds here. Only a jump that wrongly becomes hours of silence takes longer. */
const longestMs = 300_000;

type Facts =
  | { sentence: string; isStuck?: boolean }
  | {
      sentence?: never;
      isStuck?: never;
      id: string;
      durationSeconds: number;
      outcome: "copied" | "encoded";
      failed: string[];
    };

async function settle({ parts }: TestArchive, id: string): Promise<Facts> {
  const { db } = parts;
  const jobs = () => db.selectFrom("job").select(["id", "state", "kind", "error"]).where("key", "=", id).execute();
  const giveUpAt = performance.now() + longestMs;
  for (let isStuck = false; ;) {
    const left = (await jobs()).filter(({ state }) => state === "waiting" || state === "running");
    if (left.length === 0 && isStuck) return { sentence: `not prepared after ${longestMs / 1000} s`, isStuck };
    if (left.length === 0) break;
    if (performance.now() > giveUpAt && !isStuck) {
      isStuck = true;
      for (const job of left) await cancelWork(parts, job.id);
    }
    await sleep(50);
  }
  const row = await db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  if (row.state !== "published") return { sentence: (await findRecording(db, id))?.problem ?? "" };
  const pictures = (await listAssets(db, id)).find(({ kind }) => kind.endsWith(".mp4") && rungOf(kind));
  const failed = (await jobs()).flatMap(({ kind, error }) =>
    error === null ? [] : [`${kind} failed: ${error.slice(0, 150)}`],
  );
  const outcome = pictures?.facts.isEncoded ? "encoded" : "copied";
  return { id, durationSeconds: row.duration_seconds ?? 0, outcome, failed };
}

/** Keeps the file and its recipe, so that somebody can find the cause. */
async function keep({ file, truth }: Source, recipe: Recipe, faults: string[]): Promise<void> {
  const folder = path.resolve(".cache/odd-sources");
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `seed-${recipe.seed}-${path.basename(file)}`);
  await copyFile(file, name);
  const again = `ODD_ONLY=${recipe.number} SEED=${recipe.seed} npm test -- prove/odd-sources`;
  await writeFile(`${name}.json`, JSON.stringify({ again, told: tellRecipe(recipe), faults, recipe, truth }, null, 1));
}
