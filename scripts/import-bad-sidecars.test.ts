// Files beside recordings that are broken, huge or hostile: each gives a sentence, the recording is added all the same, and
// the import never needs much memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { openDatabase } from "#server/database/open.ts";
import { makeWave, openClips } from "#server/testing/clips.ts";
import { commandLine } from "#server/testing/process.ts";

const mostMemory = 512 * 2 ** 20;

const bad: Record<string, { beside: Record<string, string | Buffer>; sentence: RegExp | null; hidden?: boolean }> = {
  "truncated info": {
    beside: { ".info.json": '{"title": "Cut o' },
    sentence: /truncated info\.info\.json was not read/,
  },
  "truncated own": { beside: { ".json": '{"title": "Cut o' }, sentence: /so the recording is hidden/, hidden: true },
  "huge info": {
    beside: { ".info.json": `{"title": "x", "a": [${'{"b":[1,2]},'.repeat(4_400_000)}1]}` },
    sentence: /larger than 8\.0 MB/,
  },
  "huge own": { beside: { ".json": `["${"x".repeat(52_000_000)}"]` }, sentence: /larger than 1\.0 MB/, hidden: true },
  "dense info": {
    beside: { ".info.json": `{"title": "x", "a": [${"[],".repeat(2_600_000)}1]}` },
    sentence: /was not read/,
  },
  "deep info": { beside: { ".info.json": "[".repeat(5_000_000) }, sentence: /was not read/ },
  "year 0": {
    beside: { ".info.json": '{"title": "year 0", "upload_date": "00000101", "timestamp": -62167219200}' },
    sentence: null,
  },
  "year 9999": { beside: { ".json": '{"date": "9999-12-31"}' }, sentence: /The date in year 9999\.json was not read/ },
  "scripted captions": {
    beside: { ".srt": "1\n00:00:00,100 --> 00:00:00,900\n<script>alert(1)</script><img src=x onerror=alert(1)>Sing\n" },
    sentence: null,
  },
  "no captions": { beside: { ".vtt": "WEBVTT\n" }, sentence: /no captions with times/ },
  "picture bomb": { beside: { ".png": makeBomb(60_000, 60_000) }, sentence: /at most 40 million pixels/ },
  "text as picture": { beside: { ".jpg": "<svg onload=alert(1)>" }, sentence: /not a JPEG, PNG or WebP/ },
  "xml entities": {
    beside: { ".nfo": '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><movie><title>&b;</title></movie>' },
    sentence: /XML entities/,
  },
  "outside entity": {
    beside: { ".nfo": '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><movie><title>&a;</title></movie>' },
    sentence: /XML entities/,
  },
  "wrong cue": { beside: { ".cue": "TITLE x" }, sentence: /has no tracks/ },
};

it("bad files beside a recording give a sentence, and the recording is added", { timeout: 180_000 }, async () => {
  await using clips = await openClips();
  const folder = path.join(clips.folder, "bad");
  const data = path.join(clips.folder, "data");
  await mkdir(folder);
  for (const [name, { beside }] of Object.entries(bad)) {
    await writeFile(path.join(folder, `${name}.wav`), makeWave(Buffer.from(name)));
    for (const [end, content] of Object.entries(beside)) await writeFile(path.join(folder, `${name}${end}`), content);
  }
  const running = spawn(process.execPath, [commandLine, "import", folder], {
    env: { ...process.env, DATA_DIR: data, LEAST_FREE_GB: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pieces: Buffer[] = [];
  running.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  let memory = 0;
  // a high-water mark: it may be read at any time
  const watching = setInterval(() => {
    readFile(`/proc/${running.pid}/status`, "utf8").then(
      (text) => (memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024)),
      () => undefined,
    );
  }, 20);
  const [code] = (await once(running, "close")) as [number];
  clearInterval(watching);
  const said = Buffer.concat(pieces).toString();
  expect(code).toBe(0);
  expect(said).toContain(`${Object.keys(bad).length} added, 0 already there, 0 refused.`);
  for (const { sentence } of Object.values(bad)) if (sentence) expect(said).toMatch(sentence);
  expect(memory).toBeLessThan(mostMemory);

  await using db = await openDatabase({ file: path.join(data, "stagedoor.db") });
  const rows = await db.selectFrom("video").select(["id", "title", "hidden", "add_date"]).execute();
  const hidden = Object.entries(bad).flatMap(([name, one]) => (one.hidden ? [name] : []));
  expect(
    rows
      .filter((row) => row.hidden)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(hidden.toSorted());
  expect(rows.map(({ title }) => title).toSorted()).toEqual(Object.keys(bad).toSorted());
  expect(rows.every(({ add_date }) => Math.abs(add_date.getTime() - Date.now()) < 3_600_000)).toBe(true);
  const [captions] = await db.selectFrom("asset").selectAll().where("kind", "=", "brought-captions-1.vtt").execute();
  const { video_id: id = "", sha256 = "" } = captions ?? {};
  const file = path.join(data, "media", id.slice(0, 2), id, `brought-captions-1.${sha256.slice(0, 16)}.vtt`);
  expect(await readFile(file, "utf8")).toBe("WEBVTT\n\n00:00.100 --> 00:00.900\nSing\n");
});

/** A small PNG that claims to be huge. */
function makeBomb(width: number, height: number): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length, 0);
    head.write(name, 4, "latin1");
    return Buffer.concat([head, content, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const sign = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([sign, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.alloc(2 ** 20)))]);
}
