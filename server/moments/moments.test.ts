// Links to moments as strangers use them. What is sent is compared with what ffprobe says about the stored files.
import { execFile } from "node:child_process";
import { copyFile, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Moment, MomentPlay, OpenMoment, SharedMoment } from "#contract/moments/moments.ts";
import type { MyData } from "#contract/my-data.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { listAssets } from "#server/library/recording.ts";
import { fileOf } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { decodeFile, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { settleWork } from "#server/testing/settle.ts";
import { countPlay, findPreview, getMoment } from "./open-moment.ts";

const seconds = 16;
// no two packets are alike
const noise = `-f lavfi -i anoisesrc=d=${seconds}:a=0.2:seed=7:r=48000`;
const stack = new AsyncDisposableStack();
let archive: TestArchive;
let clips: Clips;
let member: Browser;
let owner: Browser;
let stranger: Browser;
let id = "";

beforeAll(async () => {
  clips = stack.use(await openClips());
  const pageFolder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-moments-"))).path;
  await copyFile(path.join("web", "index.html"), path.join(pageFolder, "index.html"));
  archive = stack.use(
    await openTestArchive({ store: "disk", pageFolder, emulator: { quirks: { patreonThrottles: false } } }),
  );
  const line = `${pictures("160x90", 25, seconds)} ${noise} ${x264} -c:a aac`;
  const file = await clips.make("night.mp4", line);
  id = (await takeIn(archive.parts, { file, name: "Night.mp4", memberId: null })).id;
  [member, owner, stranger] = [archive.openBrowser(), archive.openBrowser(), archive.openBrowser()];
  await settleWork(archive.parts, 60_000);
}, 120_000);
// the clock is moved ahead, and nobody begins with links
beforeEach(async () => {
  await member.signIn("patron-gold");
  await owner.signIn("patron-owner");
  const { moments } = (await owner.ask<{ moments: SharedMoment[] }>("GET /api/moments")).body;
  for (const moment of moments) await owner.ask(`DELETE /api/moments/${moment.id}`);
});
afterAll(() => stack.disposeAsync());

interface Made {
  moment: Moment;
  url: string;
  token: string;
}

async function make(start: number, end: number, browser = member): Promise<Made> {
  const { status, body } = await browser.ask<Omit<Made, "token">>(`POST /api/video/v/${id}/moments`, { start, end });
  expect(status).toBe(200);
  return { ...body, token: body.url.split("/").at(-1) ?? "" };
}

const end = async ({ moment }: Made) => expect((await member.ask(`DELETE /api/moments/${moment.id}`)).status).toBe(200);
const open = (token: string) => stranger.ask<OpenMoment>(`GET /api/moment/${token}`);
const play = (token: string) => stranger.ask<MomentPlay>(`POST /api/moment/${token}/play`);
const get = (address: string, headers: Record<string, string> = {}) => fetch(archive.url + address, { headers });

/** That a link gives nothing at all, with a play that was counted before. */
async function expectOver({ token }: Made, url: string): Promise<void> {
  const statuses = [
    ...[(await open(token)).status, (await play(token)).status, (await get(url)).status],
    (await get(`/api/moment/${token}/picture`)).status,
  ];
  expect(statuses).toEqual([404, 404, 404, 404]);
}

it("a stranger plays the moment, and learns nothing but title, length and picture", async () => {
  const made = await make(5, 9);
  expect(made.url).toMatch(/\/moment\/[\w-]{32}$/);
  const { status, body, headers } = await open(made.token);
  expect(status).toBe(200);
  const picture = `/api/moment/${made.token}/picture`;
  expect(body).toEqual({ archive: archive.config.name, title: "Night", seconds: 4, picture });
  expect([headers.get("referrer-policy"), headers.get("cache-control")]).toEqual(["no-referrer", "private, no-store"]);
  expect((await get(picture)).headers.get("content-type")).toBe("image/jpeg");
  const { url, has_video } = (await play(made.token)).body;
  expect(has_video).toBe(true);
  const response = await get(url);
  expect(response.headers.get("content-type")).toBe("video/mp4");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  const file = path.join(clips.folder, "moment.mp4");
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  expect(await decodeFile(file)).toBe("");
  const rows = await archive.parts.db.selectFrom("moment").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(made.token);
  await end(made);
  await expectOver(made, url);
});

it("a part that is too long, too short or outside is refused with a rule", async () => {
  const wrong = [
    { start: 1, end: 1.5, rule: /at least 1 second/ },
    { start: 0, end: 91, rule: /at most 90 seconds/ },
    { start: seconds - 2, end: seconds + 2, rule: /within the recording/ },
    { start: -1, end: 2, rule: /at least 0/ },
  ];
  for (const { rule, ...part } of wrong) {
    const { status, body } = await member.ask<{ fields: { rule: string }[] }>(`POST /api/video/v/${id}/moments`, part);
    expect([status, body.fields[0]?.rule]).toEqual([400, expect.stringMatching(rule)]);
  }
});

it("a link ends after 20 plays, however many ask at once; the play that is under way goes on for 15 minutes", async () => {
  const made = await make(2, 4);
  const answers = await Promise.all(Array.from({ length: 30 }, () => play(made.token)));
  const counted = answers.filter(({ status }) => status === 200);
  expect([counted.length, answers.filter(({ status }) => status === 404).length]).toEqual([20, 10]);
  expect((await open(made.token)).status).toBe(404);
  // all of them have looked before the first is counted
  const another = await make(2, 4);
  const opened = await getMoment(archive.parts, another.token);
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => countPlay(archive.parts, opened)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  await end(another);
  const url = counted[0]?.body.url ?? "";
  expect((await get(url)).status).toBe(200);
  const other = await make(2, 4);
  // a play counts for its own link only
  expect((await get(url.replace(made.token, other.token))).status).toBe(404);
  archive.advance(15 * 60_000 + 1000);
  await expectOver(made, url);
  await end(other);
});

it("a link ends with the recording, with its member's access, with the setting, and after 7 days", async () => {
  const made = await make(2, 4);
  const { url } = (await play(made.token)).body;
  const expectOpen = async () => expect((await get(url)).status).toBe(200);
  const { id: memberId } = (await member.whoAmI()) ?? { id: "" };
  const ways: [string, unknown, unknown][] = [
    [`PUT /api/video/v/${id}/hidden`, { hidden: true }, { hidden: false }],
    [`PUT /api/members/${memberId}`, { disabled: true }, { disabled: false }],
    ["PUT /api/settings", { moments: false }, { moments: true }],
  ];
  for (const [call, off, on] of ways) {
    await expectOpen();
    expect((await owner.ask(call, off)).status).toBe(200);
    await expectOver(made, url);
    expect((await owner.ask(call, on)).status).toBe(200);
  }
  await expectOpen();
  expect((await owner.ask(`POST /api/video/v/${id}/trash`)).status).toBe(200);
  await expectOver(made, url);
  expect((await owner.ask(`POST /api/video/v/${id}/restore`)).status).toBe(200);
  await member.signIn("patron-gold");
  expect((await open(made.token)).status).toBe(200);
  archive.advance(7 * 24 * 3_600_000);
  await expectOver(made, url);
});

it("a member has at most 20, sees and ends their own; the owner sees and ends all", async () => {
  const links: Made[] = [];
  for (let n = 0; n < 20; n += 1) links.push(await make(n % 10, (n % 10) + 2));
  const { status, body } = await member.ask<{ detail: string }>(`POST /api/video/v/${id}/moments`, {
    start: 0,
    end: 2,
  });
  expect([status, body.detail]).toEqual([409, expect.stringContaining("Turn one of them off")]);
  const own = (await member.ask<{ moments: Moment[] }>("GET /api/user/moments")).body.moments;
  expect(own.map((moment) => moment.id).toSorted()).toEqual(links.map(({ moment }) => moment.id).toSorted());
  expect((await member.ask("GET /api/moments")).status).toBe(403);
  const all = (await owner.ask<{ moments: SharedMoment[] }>("GET /api/moments")).body.moments;
  expect(all).toHaveLength(20);
  expect(all[0]).toMatchObject({ title: "Night", plays: 0, member: { name: (await member.whoAmI())?.name } });
  const other = archive.openBrowser();
  await other.signIn("patron-annual");
  const [first, second] = links as [Made, Made];
  expect((await other.ask(`DELETE /api/moments/${first.moment.id}`)).status).toBe(404);
  expect((await owner.ask(`DELETE /api/moments/${first.moment.id}`)).status).toBe(200);
  expect((await open(first.token)).status).toBe(404);
  expect((await open(second.token)).status).toBe(200);
  const data = (await member.ask<MyData>("GET /api/user/data")).body;
  expect(data.moments.filter(({ is_ended }) => !is_ended).length).toBeGreaterThanOrEqual(19);
  expect(data.moments).toContainEqual(expect.objectContaining({ video_id: id, start: 0, end: 2, is_ended: true }));
  const history = await owner.ask("GET /api/history?kind=sign-in");
  expect(JSON.stringify(history.body)).toContain("Turned off a link to a moment that");
  for (const link of links.slice(1)) await end(link);
});

it("a preview has title and picture of the recording only where the owner allows it, and only while the link works", async () => {
  const made = await make(2, 4);
  const readTags = async () => {
    const text = await (await fetch(`${archive.url}/moment/${made.token}`)).text();
    const tags = [...text.matchAll(/<meta property="(og:[a-z:]+)" content="([^"]*)"/g)];
    return { text, tags: Object.fromEntries(tags.map(([, name, content]) => [name, content])) };
  };
  const allow = async (previews: boolean) =>
    expect((await owner.ask("PUT /api/settings", { moment_previews: previews })).status).toBe(200);
  await allow(false);
  const before = await readTags();
  expect(before.tags["og:title"]).toBe(archive.parts.config.name);
  expect(before.text).not.toContain("Night");
  expect(before.text).not.toContain("/picture");
  await allow(true);
  const { tags } = await readTags();
  expect(tags).toMatchObject({
    "og:title": "Night",
    "og:image": `${archive.parts.config.publicUrl}/api/moment/${made.token}/picture`,
  });
  expect((await fetch(`${archive.url}/api/moment/${made.token}/picture`)).status).toBe(200);
  expect(await findPreview(archive.parts, made.token)).toEqual({
    ...{ title: "Night", page: `/moment/${made.token}`, image: `/api/moment/${made.token}/picture` },
  });
  await end(made);
  expect(await findPreview(archive.parts, made.token)).toBeUndefined();
  expect((await readTags()).text).not.toContain("Night");
  await allow(false);
});

interface Packet {
  at: number;
  from: number;
  to: number;
}

/** What a foreign program says: when each packet is shown or heard, and where it is in the file. */
async function listPackets(kind: string): Promise<{ bytes: Buffer; packets: Packet[] }> {
  const asset = (await listAssets(archive.parts.db, id)).find((one) => one.kind === kind);
  if (!asset) throw new Error(`no ${kind}`);
  const file = fileOf(archive.parts.media.store, id, asset);
  const args = ["-v", "error", "-show_entries", "packet=pts_time,pos,size", "-of", "json", file];
  const { stdout } = await promisify(execFile)("ffprobe", args, { maxBuffer: 2 ** 26 });
  const { packets } = JSON.parse(stdout) as { packets: { pts_time: string; pos: string; size: string }[] };
  return {
    bytes: await readFile(file),
    packets: packets.map(({ pts_time, pos, size }) => ({
      at: Number(pts_time) - (kind.startsWith("video") ? 1 : 0),
      ...{ from: Number(pos), to: Number(pos) + Number(size) },
    })),
  };
}

it(
  "no range of any link gives a byte outside of its excerpt, and none after its end",
  { timeout: 600_000 },
  async () => {
    const kinds = (await listAssets(archive.parts.db, id)).map(({ kind }) => kind);
    const video = await listPackets(kinds.includes("video-480.mp4") ? "video-480.mp4" : "video-source.mp4");
    const audio = await listPackets("audio.m4a");
    const counted = { links: 0, ranges: 0, outside: 0, afterEnd: 0, afterPlays: 0 };
    const parts = fc.sample(fc.tuple(fc.integer({ min: 0, max: seconds - 2 }), fc.integer({ min: 1, max: seconds })), {
      numRuns: scaled(4, 100),
      seed,
    });
    for (const [start, length] of parts) {
      const to = Math.min(seconds, start + length);
      const made = await make(start, to);
      const { url } = (await play(made.token)).body;
      const whole = Buffer.from(await (await get(url)).arrayBuffer());
      const isAllowed = ({ at }: Packet) => at >= start - 2.1 && at <= to + 0.1;
      for (const { bytes, packets } of [video, audio])
        for (const packet of packets.filter((one) => !isAllowed(one)))
          if (packet.to - packet.from > 64 && whole.includes(bytes.subarray(packet.from, packet.to)))
            counted.outside += 1;
      const most = unscaled(20, 100);
      for (const range of fc.sample(ranges(whole.length), { numRuns: most, seed: seed + counted.links })) {
        const response = await get(url, { range });
        const body = Buffer.from(await response.arrayBuffer());
        const [, from = 0] = /bytes (\d+)-/.exec(response.headers.get("content-range") ?? "") ?? [];
        const expected = response.status === 416 ? Buffer.alloc(0) : whole.subarray(Number(from));
        if (response.status > 206 && response.status !== 416) throw new Error(`${range}: ${response.status}`);
        if (!expected.subarray(0, body.length).equals(body)) counted.outside += 1;
        counted.ranges += 1;
      }
      for (const guess of [
        "master.m3u8",
        `media/${"a".repeat(40)}`,
        "media/video-source.mp4",
        `media/../../media/${id}`,
      ])
        if ((await get(`/api/moment/${made.token}/${guess}`)).ok) counted.outside += 1;
      for (let n = 1; n < 20; n += 1) await play(made.token);
      if ((await play(made.token)).status !== 404) counted.afterPlays += 1;
      await end(made);
      if ((await get(url, { range: "bytes=0-0" })).status !== 404) counted.afterEnd += 1;
      counted.links += 1;
    }
    publish("moments", counted);
    expect(counted).toMatchObject({ links: parts.length, outside: 0, afterEnd: 0, afterPlays: 0 });
  },
);

/** Sensible ones and others. */
function ranges(bytes: number): fc.Arbitrary<string> {
  const at = fc.oneof(fc.integer({ min: 0, max: bytes }), fc.integer({ min: 0, max: 2 ** 40 }));
  return fc.oneof(
    fc.tuple(at, at).map(([from, to]) => `bytes=${from}-${to}`),
    at.map((from) => `bytes=${from}-`),
    at.map((last) => `bytes=-${last}`),
    fc.tuple(at, at).map(([from, to]) => `bytes=${from}-${to},${to}-`),
    fc.constantFrom("bytes=--1", "bytes=0-18446744073709551615", "items=0-1", "bytes=-"),
  );
}
