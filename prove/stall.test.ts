// Sends texts of full allowed size, made to be slow, to every route and into every file beside a recording: nobody else
// waits for them.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "#contract/search/fold.ts";
import { buildApp } from "#server/http/app.ts";
import { readBeside } from "#server/intake/reading/read-beside.ts";
import { readFileName } from "#server/intake/reading/file-name.ts";
import { tidyLine, tidyText } from "#server/intake/reading/found.ts";
import { readMoment } from "#server/intake/reading/moment.ts";
import { readAny } from "#server/library/songs/text/read-any.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { addTestVideo } from "#server/testing/safe.ts";
import { mostHere } from "#server/text/apart.ts";
import { listSpoken, rewriteCaptions } from "#server/media/facts/cues.ts";
import { readSidecar } from "#server/intake/reading/read-beside.ts";
import { openPerson } from "./fuzz/person.ts";
import { requests } from "./fuzz/requests.ts";
import { makeText, type Random } from "./stall/texts.ts";

const mostMs = 100;
/** A machine with other work is slow now and then; a text that is slow is slow each time. */
const tries = 4;

const about = { language: "ru", zone: "UTC" };
/** What is read at once, each with the longest text that it is given. */
const readers: Record<string, (text: string) => unknown> = {
  captions: (text) => rewriteCaptions(text),
  spoken: (text) => listSpoken(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`),
  own: (text) => readSidecar(Buffer.from(text), { role: "own", ...about }),
  info: (text) => readSidecar(Buffer.from(text), { role: "info", ...about }),
  nfo: (text) => readSidecar(Buffer.from(text), { role: "nfo", ...about }),
  cue: (text) => readSidecar(Buffer.from(text), { role: "cue", ...about }),
  old: (text) => readSidecar(Buffer.from(text, "utf16le"), { role: "captions", ...about }),
  "set list": (text) => readAny(text, { durationSeconds: 3600 }),
  description: (text) => readAny(text, { durationSeconds: 3600, onlyTimed: true }),
  name: (text) => readFileName(text.slice(0, 255), { zone: "UTC", isNumbered: true }),
  date: (text) => readMoment(text, "UTC"),
  title: (text) => tidyLine(text, 200),
  text: tidyText,
  search: fold,
};

describe("a text that is made to be slow", () => {
  it("is read in a moment where it is read at once", { timeout: 3_600_000 }, () => {
    const random = openRandom(seed);
    const count = scaled(1500, 98_400);
    const all = Object.entries(readers);
    const slow: string[] = [];
    let most = 0;
    for (let done = 0; done < count; done++) {
      const [name, read] = all[done % all.length] ?? [];
      if (!name || !read) break;
      const text = makeText(random, mostHere);
      const ms = leastOf(() => {
        const before = process.cpuUsage();
        read(text);
        return workedMs(before);
      });
      most = Math.max(most, ms);
      if (ms > mostMs) slow.push(`${name}: ${Math.round(ms)} ms for ${JSON.stringify(text.slice(0, 200))}`);
    }
    publish("stall", { texts: count, slow: slow.length, mostMs: Math.ceil(most) });
    expect(slow).toEqual([]);
  });

  it("lets nobody wait who asks for something else meanwhile", { timeout: 3_600_000 }, async () => {
    const random = openRandom(seed + 1);
    await using archive = await openTestArchive({ env: { METRICS_TOKEN: "a-token-of-metrics" } });
    const app = await buildApp(archive.parts);
    const owner = await openPerson(archive, "patron-owner");
    const { db, media } = archive.parts;
    const place = { db, store: media.store, [Symbol.asyncDispose]: async () => {} };
    owner.learn(await addTestVideo(place, "Known"), await addTestVideo(place, "Also known"));
    const slow: string[] = [];
    let most = 0;
    const measure = async (what: string, ask: () => Promise<unknown>) => {
      let least = Infinity;
      for (let tried = 0; tried < tries && least > mostMs; tried++) least = Math.min(least, await longestStall(ask));
      most = Math.max(most, least);
      if (least > mostMs) slow.push(`${Math.round(least)} ms: ${what}`);
    };
    const count = scaled(40, 1200);
    const sent = fc.sample(requests, { numRuns: count, seed });
    for (const one of sent) {
      const letters = [200, 2000, 30_000, 200_000, 2_000_000][Math.floor(random() ** 2 * 5)] ?? 200;
      const asked = lengthen(one, makeText(random, letters), random);
      await measure(`${asked.method} ${asked.address.slice(0, 80)} ${asked.body?.slice(0, 120)}`, () =>
        owner.ask(app, asked, "inside"),
      );
    }
    const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-stall-"));
    const files = scaled(12, 400);
    const roles = { own: 2 ** 20, info: 2 ** 23, nfo: 2 ** 20, cue: 2 ** 20, description: 2 ** 20, captions: 2 ** 22 };
    for (let done = 0; done < files; done++) {
      const [role, bytes] = Object.entries(roles)[done % 6] ?? ["own", 1];
      const text = Buffer.from(makeText(random, bytes)).subarray(0, bytes);
      const file = path.join(folder, "x");
      await writeFile(file, text);
      const beside = { path: file, name: "x", role: role as "own", language: "de", title: null };
      await measure(`${role}: ${JSON.stringify(text.toString().slice(0, 120))}`, () => readBeside([beside], "UTC"));
    }
    await rm(folder, { recursive: true });
    await app.close();
    publish("stall", { texts: sent.length + files, slow: slow.length, mostMs: Math.ceil(most) });
    expect(slow).toEqual([]);
  });
});

function leastOf(measure: () => number): number {
  let least = Infinity;
  for (let tried = 0; tried < tries && least > mostMs; tried++) least = Math.min(least, measure());
  return least;
}

const resolution = 2;

async function longestStall(ask: () => Promise<unknown>): Promise<number> {
  // the clock of the histogram must tick before, or it sees nothing
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  await new Promise((resolve) => setTimeout(resolve, resolution * 2));
  delay.reset();
  const before = process.cpuUsage();
  await ask();
  const worked = workedMs(before);
  await new Promise((resolve) => setTimeout(resolve, resolution * 2));
  delay.disable();
  return Math.min(delay.max / 1e6 - resolution, worked);
}

/** What the processor did for us: beside other work a clock says how long it did something else. */
function workedMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** One of its texts becomes this one, in the body or in the address. */
function lengthen<Sent extends { address: string; body: string | null }>(
  sent: Sent,
  text: string,
  random: Random,
): Sent {
  const [place = "", query = ""] = sent.address.split("?");
  const address =
    query === ""
      ? place
      : `${place}?${query.replace(/=[^&]*/, () => `=${encodeURIComponent(text.slice(0, 2000).toWellFormed())}`)}`;
  try {
    const body: unknown = JSON.parse(sent.body ?? "");
    const places = listPlaces(body);
    const put = places[Math.floor(random() * places.length)];
    put?.(text);
    return { ...sent, address, body: JSON.stringify(body) };
  } catch {
    return { ...sent, address };
  }
}

type Put = (text: string) => void;

function listPlaces(value: unknown): Put[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inside]: [string, unknown]): Put[] =>
    typeof inside === "string" ? [(text) => void Object.assign(value, { [name]: text })] : listPlaces(inside),
  );
}

/** The same numbers for the same seed. */
function openRandom(from: number): Random {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
