// Podcast feeds as apps use them: judged by foreign parsers, and fetched the way AntennaPod does. Also downloads, which are cut
// from the same audio.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { parseFeed } from "podcast-partytime";
import getPodcastFromFeed from "podparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "#contract/api.ts";
import type { Feed } from "#contract/feed.ts";
import type { MemberInStudio } from "#contract/studio.ts";
import type { Video } from "#contract/video.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { sweepMemberships } from "#server/member/sweep.ts";
import { readPictureSize } from "#server/media/facts/picture-size.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, decodeFile, openClips, probeFile, type Clips } from "#server/testing/clips.ts";
import { publish, scaled, unscaled } from "#server/testing/proof.ts";
import { settleWork } from "#server/testing/settle.ts";
import { entriesOf } from "#server/testing/songs.ts";

const title = 'Night & <Day> "one"';
const noThrottle = { quirks: { patreonThrottles: false } };
let archive: TestArchive;
let clips: Clips;
let member: Browser;
let videoId = "";
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  clips = stack.use(await openClips());
  archive = stack.use(await openTestArchive({ emulator: noThrottle }));
  const { parts } = archive;
  const file = await clips.make("night.m4a", `${chord(20)} -c:a aac`);
  videoId = (await takeIn(parts, { file, name: "night.m4a", memberId: null })).id;
  await settleWork(parts, 60_000);
  const editor = archive.openBrowser();
  await editor.signIn("patron-editor");
  const { body } = await editor.ask<{ video: { revision: number } }>(`GET /api/video/v/${videoId}`);
  const edited = { title, description: "First line.\n\nSecond line ]]> & more.", revision: body.video.revision };
  expect((await editor.ask(`PUT /api/video/v/${videoId}`, { video: edited })).status).toBe(200);
  const { id: memberId } = (await editor.whoAmI()) ?? { id: "" };
  const entries = entriesOf("0:00 Waltz\n0:08 Ballad & Blues\n0:15 Reel");
  await saveSetList(parts.db, { memberId, now: parts.clock.now() }, { id: videoId, revision: 0, entries });
  member = archive.openBrowser();
  await member.signIn("patron-gold");
}, 90_000);
afterAll(() => stack.disposeAsync());

async function makeFeed(browser: Browser, of = "everything"): Promise<Feed> {
  const { status, body } = await browser.ask<{ feed: Feed }>(`POST /api/user/feed?of=${of}`);
  expect(status).toBe(200);
  return body.feed;
}

const get = (address: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(address, { method, headers: { "accept-encoding": "identity", ...headers }, redirect: "manual" });
const readText = async (address: string) => (await get(address)).text();
const listEnclosures = (xml: string) =>
  [...xml.matchAll(/<enclosure url="([^"]+)" length="(\d+)"/g)].map(([, url = "", length]) => ({ url, length }));

/** Of a feed with one episode. */
async function readEnclosure(feed: string): Promise<{ url: string; length: number }> {
  const [one, ...others] = listEnclosures(await readText(feed));
  expect(others).toEqual([]);
  return { url: one?.url ?? "", length: Number(one?.length) };
}

describe("a feed", () => {
  it("is understood by podcast parsers that others wrote, and is well-formed XML", async () => {
    const { url } = await makeFeed(member);
    const xml = await readText(url);
    expect(parseXml(xml).root?.name).toBe("rss");
    const { meta, episodes } = getPodcastFromFeed(xml);
    expect(meta).toMatchObject({ title: archive.config.name, locked: true, type: "episodic", explicit: false });
    expect(episodes).toHaveLength(1);
    expect(episodes[0]).toMatchObject({ title, guid: videoId, duration: 20, enclosure: { type: "audio/x-m4a" } });
    const theirs = parseFeed(xml);
    expect(theirs).toMatchObject({ title: archive.config.name, itunesBlock: true, podcastBlocked: "yes" });
    const [item] = theirs?.items ?? [];
    expect(item).toMatchObject({
      title,
      duration: 20,
      enclosure: { type: "audio/x-m4a" },
      podcastChapters: { type: "application/json+chapters" },
    });
    // at least three times from zero on are chapters for Apple's app, too
    expect(xml).toContain("00:00:00 Waltz\n00:00:08 Ballad &#x26; Blues\n00:00:15 Reel");
    expect(xml).toContain('<psc:chapter start="00:00:08.000" title="Ballad &#x26; Blues"/>');
    const chapters = (await (await get(item?.podcastChapters?.url ?? "")).json()) as { chapters: object[] };
    expect(chapters.chapters).toMatchObject([{ startTime: 0 }, { startTime: 8, title: "Ballad & Blues" }, {}]);
    for (const picture of [...xml.matchAll(/<itunes:image href="([^"]+\.jpg)"/g)].map(([, at = ""]) => at)) {
      const size = readPictureSize(Buffer.from(await (await get(picture)).arrayBuffer()));
      expect(size).toEqual({ format: "jpeg", width: 1400, height: 1400 });
    }
  });

  it("for a feed reader is Atom: each recording with its text and a link", async () => {
    const { atom_url } = await makeFeed(member);
    const answer = await get(atom_url);
    expect(answer.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const root = parseXml(await answer.text()).root as XmlElement;
    expect([root.name, root.attributes["xmlns"]]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
    const of = (element: XmlElement, name: string) =>
      element.children.filter((child): child is XmlElement => child instanceof XmlElement && child.name === name);
    // RFC 4287: each of these exactly once, in the feed and in each entry
    const entries = of(root, "entry");
    for (const element of [root, ...entries])
      for (const name of ["id", "title", "updated"]) expect(of(element, name)).toHaveLength(1);
    expect(of(root, "link").find(({ attributes }) => attributes["rel"] === "self")?.attributes["href"]).toBe(atom_url);
    expect(entries).toHaveLength(1);
    const [entry = root] = entries;
    expect(of(entry, "title")[0]?.text).toBe(title);
    expect(of(entry, "link")[0]?.attributes["href"]).toBe(`${archive.url}/video/${videoId}`);
    expect(of(entry, "content")[0]?.text).toContain("<p>Second line ]]&#x3e; &#x26; more.</p>");
    const etag = answer.headers.get("etag") ?? "";
    expect((await get(atom_url, { "if-none-match": etag })).status).toBe(304);
  });

  it("is fetched as AntennaPod does: unchanged by its ETag, resumed by If-Range, to the last byte", async () => {
    const { url } = await makeFeed(member);
    const first = await get(url, { "user-agent": "AntennaPod/3.9" });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    expect([first.headers.get("last-modified"), first.headers.get("cache-control")]).toEqual([
      null,
      "private, no-cache",
    ]);
    expect((await get(url, { "if-none-match": etag })).status).toBe(304);
    const packed = await get(url, { "accept-encoding": "gzip" });
    expect([packed.headers.get("content-encoding"), await packed.text()]).toEqual(["gzip", await first.text()]);

    const { url: audio, length } = await readEnclosure(url);
    const head = await get(audio, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), head.headers.get("content-type")]).toEqual([
      ...[200, String(length), "audio/x-m4a"],
    ]);
    expect([head.headers.get("last-modified"), head.headers.get("accept-ranges")]).toEqual([null, "bytes"]);
    const tag = head.headers.get("etag") ?? "";
    const begun = await get(audio, { range: "bytes=0-9999" });
    const rest = await get(audio, { range: "bytes=10000-", "if-range": tag });
    expect([begun.status, rest.status]).toEqual([206, 206]);
    const whole = Buffer.concat([Buffer.from(await begun.arrayBuffer()), Buffer.from(await rest.arrayBuffer())]);
    expect(whole).toHaveLength(length);
    expect((await get(audio, { range: "bytes=10000-", "if-range": '"other"' })).status).toBe(200);
    const file = path.join(clips.folder, "whole.m4a");
    await writeFile(file, whole);
    expect(await decodeFile(file)).toBe("");
  });

  it("of one song has excerpts, which are files of their own with the right length", async () => {
    const { parts } = archive;
    const song = await parts.db
      .selectFrom("song")
      .select("id")
      .where("title", "=", "Ballad & Blues")
      .executeTakeFirst();
    const { url } = await makeFeed(member, `song-${song?.id}`);
    expect(getPodcastFromFeed(await readText(url)).episodes[0]).toMatchObject({ title: `Ballad & Blues (${title})` });
    const { url: audio, length } = await readEnclosure(url);
    const bytes = Buffer.from(await (await get(audio)).arrayBuffer());
    expect(bytes).toHaveLength(length);
    for (const range of ["0-99", "50-4000", `${length - 10}-`, "-5000"]) {
      const [from = "", to = ""] = range.split("-");
      const start = from === "" ? length - Number(to) : Number(from);
      const end = from === "" || to === "" ? length : Number(to) + 1;
      const part = Buffer.from(await (await get(audio, { range: `bytes=${range}` })).arrayBuffer());
      expect([range, part.equals(bytes.subarray(start, end))]).toEqual([range, true]);
    }
    const file = path.join(clips.folder, "part.m4a");
    await writeFile(file, bytes);
    expect(Number((await probeFile(file)).format["duration"])).toBeCloseTo(7, 1);
    expect(await decodeFile(file)).toBe("");
    expect(await readSamples(file, 2)).toEqual(await readSamples(path.join(clips.folder, "whole.m4a"), 10));
  });

  it("of a playlist is in its order, and somebody else's list is not found", async () => {
    const { body } = await member.ask<{ list: { id: string } }>("POST /api/lists", { title: "On the way" });
    const entry = { video_id: videoId, performance_id: null };
    await member.ask(`POST /api/lists/${body.list.id}/entries`, { add: [entry] });
    await member.ask("POST /api/lists/favourites/entries", { add: [entry] });
    const { url } = await makeFeed(member, `list-${body.list.id}`);
    const xml = await readText(url);
    expect(getPodcastFromFeed(xml)).toMatchObject({
      meta: { title: `${archive.config.name}: On the way`, type: "serial" },
    });
    expect(xml).toContain("<itunes:episode>1</itunes:episode>");
    expect(listEnclosures(await readText(url.replace(/[^/]+$/, "favourites.xml")))).toHaveLength(1);
    const other = archive.openBrowser();
    await other.signIn("patron-annual");
    const { url: theirs } = await makeFeed(other);
    expect((await get(theirs.replace("everything", `list-${body.list.id}`))).status).toBe(404);
    expect((await get(theirs.replace("everything", "nothing"))).status).toBe(404);
  });

  it("never has a hidden recording, not even for editors", async () => {
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    const { url, atom_url } = await makeFeed(editor);
    const { url: audio } = await readEnclosure(url);
    await editor.ask(`PUT /api/video/v/${videoId}/hidden`, { hidden: true });
    expect(listEnclosures(await readText(url))).toEqual([]);
    expect(await readText(atom_url)).not.toContain("<entry>");
    expect((await get(audio)).status).toBe(404);
    await editor.ask(`PUT /api/video/v/${videoId}/hidden`, { hidden: false });
    expect((await get(audio)).status).toBe(200);
  });
});

describe("an address", () => {
  it("that was replaced, or never was one, is not found", async () => {
    const { url: old } = await makeFeed(member);
    const { url: audio } = await readEnclosure(old);
    const { url } = await makeFeed(member);
    expect(url).not.toBe(old);
    const { body } = await member.ask<{ feed: Feed }>("GET /api/user/feed");
    expect(body.feed).toMatchObject({ url, ended: false });
    expect([(await get(old)).status, (await get(audio)).status, (await get(url)).status]).toEqual([404, 404, 200]);
    expect((await get(`${archive.url}/api/feed/${"x".repeat(32)}/everything.xml`)).status).toBe(404);
  });

  it("that the owner has ended says so in the feed, and its member can make a new one", async () => {
    const listener = archive.openBrowser();
    await listener.signIn("patron-trial");
    const { url, atom_url } = await makeFeed(listener);
    const { url: audio } = await readEnclosure(url);
    const owner = archive.openBrowser();
    await owner.signIn("patron-owner");
    await get(audio, { "user-agent": "AntennaPod/3.9" });
    const { id, name } = (await listener.whoAmI()) ?? { id: "", name: "" };
    const find = async () => {
      const { body } = await owner.ask<{ members: MemberInStudio[] }>(`GET /api/members?q=${encodeURIComponent(name)}`);
      return body.members.find((one) => one.id === id)?.feed;
    };
    expect(await find()).toEqual({ devices: 1, many: false });
    expect((await owner.ask(`DELETE /api/members/${id}/feed`)).status).toBe(200);
    expect(await find()).toBeNull();
    expect((await owner.ask(`DELETE /api/members/${id}/feed`)).status).toBe(404);
    for (const address of [url, atom_url]) {
      const text = await readText(address);
      expect(text).toContain("This address no longer works");
      expect(text).not.toContain(videoId);
    }
    expect((await get(audio)).status).toBe(403);
    const { body } = await listener.ask<{ feed: Feed }>("GET /api/user/feed");
    expect(body.feed.ended).toBe(true);
    const { url: renewed } = await makeFeed(listener);
    expect(listEnclosures(await readText(renewed))).toHaveLength(1);
  });

  it("used by many devices is told to the member and the owner, and goes on working", async () => {
    const listener = archive.openBrowser();
    await listener.signIn("patron-multi");
    const { url } = await makeFeed(listener);
    const { url: audio } = await readEnclosure(url);
    for (let n = 0; n < 12; n += 1)
      await get(audio, { "user-agent": `Player ${"abcdefghijkl"[n]}/1`, range: "bytes=0-0" });
    // HEAD, and the same device again, are no more devices
    await get(audio, { "user-agent": "Other/1" }, "HEAD");
    await get(audio, { "user-agent": "Player a/2", range: "bytes=0-0" });
    const { body } = await listener.ask<{ feed: Feed }>("GET /api/user/feed");
    expect([body.feed.many, body.feed.devices.length]).toEqual([true, 12]);
    expect((await get(audio)).status).toBe(200);
  });

  it("is counted as fetched once a day, not by looks at a file or by its rest, and is no play", async () => {
    const [listener, editor] = [archive.openBrowser(), archive.openBrowser()];
    await listener.signIn("patron-annual");
    await editor.signIn("patron-editor");
    const figures = async () => {
      const { body } = await editor.ask<Answer<"getHeardFigures">>("GET /api/studio/heard?days=28");
      return { feed: body.feed, total: body.total };
    };
    const before = await figures();
    const { url: audio } = await readEnclosure((await makeFeed(listener)).url);
    await get(audio, {}, "HEAD");
    await get(audio, { range: "bytes=0-1" });
    await get(audio, { range: "bytes=100-" });
    expect(await figures()).toEqual(before);
    for (let n = 0; n < 3; n += 1) await get(audio, n > 0 ? { range: "bytes=0-" } : {});
    expect(await figures()).toEqual({ ...before, feed: before.feed + 1 });
  });
});

describe("a download", () => {
  it("is not found until the owner allows it; then it has a name, tags, cover and chapters", async () => {
    const owner = archive.openBrowser();
    await owner.signIn("patron-owner");
    const address = `/api/video/v/${videoId}/download/audio`;
    const read = async () => (await member.ask<{ video: Video }>(`GET /api/video/v/${videoId}`)).body.video;
    expect([(await member.ask(`GET ${address}`)).status, (await read()).media?.downloads]).toEqual([404, undefined]);
    expect((await owner.ask("PUT /api/settings", { downloads: "audio" })).status).toBe(200);
    expect((await read()).media?.downloads).toEqual([{ what: "audio", url: address }]);
    const cookie = `session=${member.cookies.get("session")}`;
    const answer = await get(archive.url + address, { cookie });
    const day = (await read()).add_date.slice(0, 10);
    expect(decodeURIComponent(answer.headers.get("content-disposition") ?? "")).toBe(
      `attachment; filename*=UTF-8''Night & _Day_ _one_ (${day}).m4a`,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(bytes.length));
    const part = await get(archive.url + address, {
      cookie,
      range: "bytes=1000-",
      "if-range": answer.headers.get("etag") ?? "",
    });
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true);
    const file = path.join(clips.folder, "download.m4a");
    await writeFile(file, bytes);
    const { format, streams, chapters } = (await probeFile(file, "-show_chapters")) as unknown as Probed;
    expect(format.tags).toMatchObject({ title, artist: archive.config.name, date: day });
    expect(chapters.map(({ start_time, tags }) => [Number(start_time), tags.title])).toEqual([
      ...[
        [0, "Waltz"],
        [8, "Ballad & Blues"],
        [15, "Reel"],
      ],
    ]);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(["aac", "mjpeg"]);
    expect(await readSamples(file, 10)).toEqual(await readSamples(path.join(clips.folder, "whole.m4a"), 10));
    await owner.ask("PUT /api/settings", { downloads: "off" });
    expect((await member.ask(`GET ${address}`)).status).toBe(404);
  });
});

interface Probed {
  format: { tags: Record<string, string> };
  streams: { codec_name: string }[];
  chapters: { start_time: string; tags: { title: string } }[];
}

describe("when a membership ends", () => {
  const rounds = scaled(3, 200);

  it(
    "the feed says why, and audio is refused; renewed, the same address plays",
    { timeout: unscaled(300_000, 1_800_000) },
    async () => {
      const listener = archive.openBrowser();
      const persona = "twitch-tier1";
      await listener.signIn(persona);
      const { url } = await makeFeed(listener);
      const { url: audio } = await readEnclosure(url);
      const took: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        expect((await get(audio, { range: "bytes=0-0" })).status).toBe(206);
        const began = performance.now();
        await archive.control(`POST personas/${persona}`, { tier: null, fire: true });
        while ((await get(audio, { range: "bytes=0-0" })).status === 206);
        took.push(performance.now() - began);
        expect((await get(audio)).status).toBe(403);
        const feed = await get(url);
        const xml = await feed.text();
        expect([feed.status, parseXml(xml).root?.name]).toEqual([200, "rss"]);
        const { episodes } = getPodcastFromFeed(xml);
        expect(episodes).toMatchObject([{ title: "Your access has ended" }]);
        expect(xml).toContain("Twitch: not subscribed");
        const notice = await readEnclosure(url);
        const silence = Buffer.from(await (await get(notice.url)).arrayBuffer());
        expect(silence).toHaveLength(notice.length);
        await archive.control(`POST personas/${persona}`, { tier: "1000", fire: true });
        await settleWork(archive.parts);
        expect((await readEnclosure(url)).url).toBe(audio);
      }
      publish("feed", { revoked: took.length, mostMs: Math.max(...took) });
    },
  );

  it("is noticed without a webhook, too, for members who only listen by podcast and have no session", async () => {
    const listener = archive.openBrowser();
    await listener.signIn("twitch-tier3");
    const { url } = await makeFeed(listener);
    await listener.ask("POST /api/user/logout");
    await archive.control("POST personas/twitch-tier3", { tier: null });
    archive.advance(7 * 3_600_000);
    await sweepMemberships(archive.parts);
    expect(await readText(url)).toContain("Your access has ended");
  });
});

/** A second of it, as numbers that can be compared. */
async function readSamples(file: string, from: number): Promise<string> {
  const args = ["-v", "error", "-i", file, "-ss", String(from), "-t", "1", "-f", "md5", "-"];
  return (await promisify(execFile)("ffmpeg", args)).stdout;
}
