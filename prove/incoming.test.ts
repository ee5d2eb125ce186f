// Programs write into the folder incoming in many ways: slowly, with pauses, under other names, repeatedly, or until they are
// killed. No byte that was meant to stay is lost, and nothing is published in part.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { joinName } from "#server/intake/folder/byte-name.ts";
import { readIncoming } from "#server/intake/incoming/report.ts";
import type { Incoming } from "#server/intake/incoming/incoming.ts";
import { openTestIncoming } from "#server/testing/incoming.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { allKinds, makePlan, stillMs, type Done, type Kind, type Plan } from "./incoming/plans.ts";

const runs = scaled(6, 300);
const atOnce = 12;
const lookMs = 50;

// only Linux shows that a file is still open
it.runIf(process.platform === "linux")(
  "whatever writers do, no byte is lost and nothing is published in part",
  { timeout: 60_000 + runs * 10_000 },
  async () => {
    await using scripts = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-writers-"));
    await using place = await openTestIncoming();
    await using incoming = await place.watch({ lookMs, stillMs, keepMs: 300 });
    const random = createRandom(seed);
    const judged: Judged = { published: 0, lost: 0, partial: 0, bytes: 0, faults: [] };
    const known = new Set<string>();
    for (let first = 0; first < runs; first += atOnce) {
      const numbers = Array.from({ length: Math.min(atOnce, runs - first) }, (_, index) => first + index);
      const written = await Promise.all(
        numbers.map(async (number) => {
          const plan = makePlan(number, allKinds[number % allKinds.length] as Kind, random);
          return { ...plan, done: await write(plan, place.folder, path.join(scripts.path, `${number}.json`)) };
        }),
      );
      await settle(incoming, place.folder);
      const added = (await place.readOriginals()).filter(({ id }) => !known.has(id));
      for (const { id } of added) known.add(id);
      const published = added.map(({ original }) => original);
      judge(judged, written, { published, left: await readAll(place.folder) });
      for (const name of await readdir(place.folder, { encoding: "buffer" }))
        await rm(joinName(place.folder, name), { recursive: true });
    }
    const { faults, ...counted } = judged;
    publish("incoming", { runs, ...counted });
    expect(faults).toEqual([]);
    expect(counted.published).toBeGreaterThan(runs / 2);
  },
);

interface Judged {
  published: number;
  lost: number;
  partial: number;
  bytes: number;
  faults: string[];
}

type Written = Plan & { done: Done[] };

function judge(judged: Judged, written: readonly Written[], found: { published: Buffer[]; left: Buffer[] }): void {
  const everything = [...found.left, ...found.published];
  for (const one of written) {
    for (const piece of listKept(one)) {
      judged.bytes += piece.length;
      if (everything.some((content) => content.includes(piece))) continue;
      judged.lost += piece.length;
      judged.faults.push(`${piece.length} bytes lost: ${one.kind}`);
    }
  }
  const allowed = written.flatMap(listAllowed);
  for (const original of found.published) {
    judged.published += 1;
    if (allowed.some((content) => content.equals(original))) continue;
    judged.partial += 1;
    const of = written.find(({ steps }) =>
      steps.some((step) => step.act === "write" && original.includes(Buffer.from(step.data, "base64"))),
    );
    judged.faults.push(`published in part: ${of?.kind}`);
  }
}

/** Runs the steps in another process, and returns what it reports about each. */
async function write({ steps }: Plan, folder: string, script: string): Promise<Done[]> {
  await writeFile(script, JSON.stringify(steps));
  const writer = spawn(process.execPath, ["prove/incoming/writer.ts", folder, script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await Promise.all([text(writer.stdout), once(writer, "close")]);
  return said
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Done);
}

/** Waits until nothing more is to be taken in or deleted. */
async function settle(incoming: Incoming, folder: string): Promise<void> {
  for (;;) {
    await incoming.look();
    const { entries } = await readIncoming(folder);
    const isWaiting = entries.some(({ state }) => ["waiting", "open", "taking", "failed"].includes(state));
    const isKept = (await readdir(folder)).some((name) => name.startsWith(".taken-"));
    if (!isWaiting && !isKept) return;
    await sleep(lookMs);
  }
}

/** Everything that was written and that no later step was meant to remove. */
function listKept({ steps, done }: Written): Buffer[] {
  return steps.flatMap((step, index) =>
    step.act === "write" && step.isKept && done[index]?.isDone ? [Buffer.from(step.data, "base64")] : [],
  );
}

/** A file that was closed for so long cannot be told from a complete one. */
function listAllowed({ steps, complete, done }: Written): Buffer[] {
  const closed = steps.flatMap((step, index) => {
    const [before, after] = [done[index - 1], done[index + 1]];
    if (step.act !== "pause" || !step.closed || !before || !after) return [];
    return after.ended - before.began > stillMs - 3 * lookMs ? [step.closed] : [];
  });
  return [...complete, ...closed];
}

async function readAll(folder: string | Buffer): Promise<Buffer[]> {
  const entries = await readdir(folder, { encoding: "buffer", withFileTypes: true });
  const found = entries.map(async (entry) => {
    const file = joinName(folder, entry.name);
    return entry.isDirectory() ? readAll(file) : [await readFile(file)];
  });
  return (await Promise.all(found)).flat();
}
