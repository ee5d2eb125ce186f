// Kills the server, a backup, or both without warning while people work. Afterwards everything that was acknowledged is there
// unchanged, the database is intact, and every folder that looks like a backup is a complete one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { findRecording } from "#server/library/recording.ts";
import { addJob } from "#server/queue/queue.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { addTestVideo, openPlace, openTestFolder, type OpenPlace } from "#server/testing/safe.ts";
import { createLedger, requireTidy, requireWholeBackups, settle, type Ledger } from "./crash/ledger.ts";
import { work, type Load } from "./crash/load.ts";
import { getReady, kill, launch, openAfterwards, openStage, type Stage } from "./crash/server.ts";

const given = process.env["KILLS"];
const kills = { sqlite: Number(given ?? scaled(2, 740)), postgres: Number(given ?? scaled(1, 200)) };
const videos = 9;

it.each(heavyKinds("sqlite"))(
  "everything that was acknowledged survives a kill at any moment, on %s",
  { timeout: 120_000 + kills.sqlite * 20_000 },
  async (kind) => {
    await using stage = await openStage(kind);
    await using backups = await openTestFolder();
    const ledger = createLedger();
    {
      await using open = await openPlace(stage.place);
      for (let n = 0; n < videos; n += 1) await add(ledger, open, `Song ${n}`);
    }
    const load = await prepareLoad(stage, ledger);
    const { random } = load;
    let [killed, withBackup] = [0, 0];
    const seen = new Set<string>();
    let next = getReady(stage);
    for (; killed < kills[kind]; killed += 1) {
      if (killed % 100 === 99) load.owner = await withServer(stage, () => stage.signIn("patron-owner"));
      const hasBackup = killed % 3 === 1;
      const server = next.begin();
      next = getReady(stage);
      // sometimes it is killed before it answers
      if (killed > 0 && random.below(8) === 0) await sleep(random.below(500));
      else if (await server.ready) {
        let isOver = false;
        const working = work(load, () => isOver);
        const backup = hasBackup ? keepBackup(stage, backups.path) : null;
        await sleep(random.below(hasBackup ? 2500 : 800));
        if (killed === 0) while (countAll(ledger) < 10) await sleep(10);
        isOver = true;
        if (backup) withBackup += 1;
        await Promise.all([kill(server), backup?.kill()]);
        await working;
      }
      await kill(server);
      await using open = await openAfterwards(stage.place);
      await settle(ledger, open);
      await requireWholeBackups(ledger, backups.path, seen);
      expect(ledger.wrong).toEqual([]);
      await add(ledger, open, `Spare ${killed}`);
    }
    await next.drop();
    // all of them once more: later operations have not damaged earlier ones
    await requireWholeBackups(ledger, backups.path);
    await finishPurges(stage);
    {
      await using open = await openAfterwards(stage.place);
      await settle(ledger, open);
      await requireTidy(ledger, open);
    }
    const { counts, wrong } = ledger;
    const acknowledged = countAll(ledger);
    console.log(`${kind}: ${killed} kills, acknowledged ${JSON.stringify(counts)}, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    expect(acknowledged).toBeGreaterThan(killed);
    publish("crash", { kills: killed, backupsKilled: withBackup, acknowledged, lost: wrong.length });
  },
);

function countAll({ counts }: Ledger): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

async function add(ledger: Ledger, open: OpenPlace, title: string): Promise<void> {
  const id = await addTestVideo(open, title);
  const recording = await findRecording(open.db, id);
  const known = { title, hidden: false, isProtected: false, where: "library" } as const;
  ledger.entries.push({ id, known, asked: null, sha256: recording?.sha256 ?? "" });
}

async function prepareLoad(stage: Stage, ledger: Ledger): Promise<Load> {
  await using clips = await openClips();
  const clip = await readFile(await clips.make("clip.mp4", `${pictures("64x48", 5, 1)} ${chord(1)} ${x264} -c:a aac`));
  const [editor, owner] = await withServer(stage, async () => [
    await stage.signIn("patron-editor"),
    await stage.signIn("patron-owner"),
  ]);
  return { url: stage.url, ledger, random: createRandom(seed), editor, owner, clip };
}

async function withServer<T>(stage: Stage, act: () => Promise<T>): Promise<T> {
  const server = launch(stage);
  expect(await server.ready).toBe(true);
  try {
    return await act();
  } finally {
    await kill(server);
  }
}

/** A deletion continues at the next start or cleanup; the jobs of another server are taken over after half a minute. */
async function finishPurges(stage: Stage): Promise<void> {
  await using open = await openAfterwards(stage.place);
  await open.db
    .updateTable("job")
    .set({ lease_until: new Date(0) })
    .where("state", "=", "running")
    .execute();
  await withServer(stage, async () => {
    const isPurging = () => open.db.selectFrom("video").select("id").where("purging_at", "is not", null).execute();
    while ((await isPurging()).length > 0) {
      await addJob(open.db, { kind: "sweep-retention", key: "round", payload: {} });
      await sleep(200);
    }
  });
}

/** Runs beside the server, as an owner would run it. */
function keepBackup({ env }: Stage, folder: string): { kill(): Promise<void> } {
  const call = `keepBackup([${JSON.stringify(folder)}], process.env)`;
  const words = `await (await import("./scripts/keep.ts")).${call}.catch(() => {});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", words], {
    cwd: path.join(import.meta.dirname, ".."),
    env,
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  return {
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
