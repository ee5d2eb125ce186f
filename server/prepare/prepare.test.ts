import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, decodeFile, openClips, pictures, probeFile, x264, type Clips } from "#server/testing/clips.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { servedKinds } from "#server/media/store/kinds.ts";
import { hashFile, hashStored, originalName } from "#server/media/store/store.ts";
import { takeIn } from "#server/intake/take-in.ts";

let clips: Clips;
beforeAll(async () => {
  clips = await openClips();
});
afterAll(() => clips[Symbol.asyncDispose]());

describe.each(heavyKinds("postgres"))("a recording on %s", (kind) => {
  it("becomes a published video with everything the player needs", async () => {
    await using archive = await openTestArchive({ kind });
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    const file = await clips.make(
      `2024-05-01 21-30-15 Late Show ${kind}.mp4`,
      `${pictures("1280x720", 10, 5)} ${chord(5)} ${x264} -g 10 -c:a aac`,
    );
    const before = await hashFile(file);

    const { id, isNew } = await takeIn(archive.parts, { file, name: file, memberId: null });
    expect(isNew).toBe(true);
    const video = await waitUntilDone(editor, id);

    expect(video).toMatchObject({
      title: `Late Show ${kind}`,
      add_date: "2024-05-01T21:30:15.000Z",
      time_missing: false,
      state: "published",
      thumbnail_url: expect.stringContaining(`/api/media/${id}/thumbnail?v=`),
      dominant_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      peaks: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(video.duration).toBeCloseTo(5, 1);
    expect(video.media).toMatchObject({
      hls: `/api/media/${id}/master.m3u8`,
      has_pictures: true,
      width: 1280,
      height: 720,
      storyboard: { columns: 5, rows: 1, width: 160, height: 90, times: [0, 1, 2, 3, 4] },
      preparation: { state: "done", problem: null },
    });
    expect(video.media?.loudness?.gain_db).toBeGreaterThan(0);
    expect(video.media?.audio?.offset).toBeCloseTo(0, 1);

    const master = (await editor.ask<string>(`GET ${video.media?.hls}`)).body;
    expect(master).toContain('CODECS="avc1.');
    expect(master).toContain("RESOLUTION=1280x720");
    expect(master).toContain("RESOLUTION=854x480");
    expect(master).toContain('URI="audio.m3u8"');
    expect(await hashStored(archive.parts.media.store, id, originalName)).toEqual(before);

    const again = await takeIn(archive.parts, { file, name: "another name.mp4", memberId: null });
    expect(again).toMatchObject({ id, isNew: false });
  });
});

describe("what is served", () => {
  let archive: TestArchive;
  let [file, id] = ["", ""];
  beforeAll(async () => {
    archive = await openTestArchive();
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    file = await clips.make("served.mp4", `${pictures()} ${chord()} ${x264} -c:a aac`);
    ({ id } = await takeIn(archive.parts, { file, name: file, memberId: null }));
    await waitUntilDone(editor, id);
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  it("is played by a program that we did not write, over HTTP and with a session", async () => {
    const member = archive.openBrowser();
    await member.signIn("patron-gold");
    const { media } = await waitUntilDone(member, id);
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = ["-headers", `Cookie: ${cookie}\r\n`];
    const { streams } = await probeFile(archive.url + media?.hls, ...headers);
    expect(new Set(streams.map(({ codec_name }) => codec_name))).toEqual(new Set(["h264", "aac"]));
    expect(await decodeFile(archive.url + media?.hls, ...headers)).toBe("");
    expect(await decodeFile(archive.url + media?.audio?.url, ...headers)).toBe("");
  });

  it("stays with those who may see it", async () => {
    const [member, editor, stranger, outsider] = [1, 2, 3, 4].map(() => archive.openBrowser()) as [
      Browser,
      Browser,
      Browser,
      Browser,
    ];
    await member.signIn("patron-gold");
    await editor.signIn("patron-editor");
    await outsider.signIn("patron-former");
    const video = await waitUntilDone(editor, id);
    const rows = await archive.parts.db
      .selectFrom("asset")
      .select(["kind", "sha256"])
      .where("video_id", "=", id)
      .where("kind", "in", servedKinds)
      .execute();
    const addresses = [
      video.media?.hls ?? "",
      ...rows.map(({ kind, sha256 }) => `/api/media/${id}/${kind}?v=${sha256.slice(0, 16)}`),
    ];
    expect(addresses.length).toBeGreaterThan(8);
    const statuses = async (browser: Browser) =>
      new Set(await Promise.all(addresses.map(async (address) => (await browser.ask(`GET ${address}`)).status)));

    expect(await statuses(member)).toEqual(new Set([200]));
    expect(await statuses(stranger)).toEqual(new Set([401]));
    expect(await statuses(outsider)).toEqual(new Set([403]));

    await using stack = new AsyncDisposableStack();
    // other tests look at it, too
    stack.defer(async () => void (await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: false })));
    await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true });
    expect(await statuses(editor)).toEqual(new Set([200]));
    expect(await statuses(member)).toEqual(new Set([404]));
    const [hidden, unknown] = await Promise.all([
      member.ask<Record<string, unknown>>(`GET /api/media/${id}/thumbnail`),
      member.ask<Record<string, unknown>>(`GET /api/media/${"a".repeat(26)}/thumbnail`),
    ]);
    expect({ ...hidden.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
  });

  it("comes in ranges, with strong tags, and never from a path of the caller's choice", async () => {
    const member = archive.openBrowser();
    await member.signIn("patron-gold");
    const asset = await archive.parts.db
      .selectFrom("asset")
      .selectAll()
      .where("video_id", "=", id)
      .where("kind", "=", "video-source.mp4")
      .executeTakeFirstOrThrow();
    const address = `${archive.url}/api/media/${id}/video-source.mp4?v=${asset.sha256.slice(0, 16)}`;
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const ask = async (headers: Record<string, string>, method = "GET") => {
      const response = await fetch(address, { method, headers: { cookie, ...headers } });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const whole = await ask({});
    expect(whole.bytes.length).toBe(asset.bytes);
    const etag = whole.response.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(whole.response.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    expect(whole.response.headers.get("content-type")).toBe("video/mp4");
    expect(whole.response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(whole.response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");

    const part = await ask({ range: "bytes=100-299" });
    expect(part.response.status).toBe(206);
    expect(part.response.headers.get("content-range")).toBe(`bytes 100-299/${asset.bytes}`);
    expect(part.bytes.equals(whole.bytes.subarray(100, 300))).toBe(true);
    const suffix = await ask({ range: "bytes=-50", "if-range": etag });
    expect(suffix.bytes.equals(whole.bytes.subarray(-50))).toBe(true);
    expect((await ask({ range: "bytes=0-9", "if-range": '"other"' })).response.status).toBe(200);
    expect((await ask({ "if-none-match": etag })).response.status).toBe(304);
    const beyond = await ask({ range: `bytes=${asset.bytes}-` });
    expect([beyond.response.status, beyond.response.headers.get("content-range")]).toEqual([
      416,
      `bytes */${asset.bytes}`,
    ]);
    const head = await ask({}, "HEAD");
    expect([head.response.status, head.response.headers.get("content-length")]).toEqual([200, String(asset.bytes)]);

    for (const kind of [
      "original",
      "..%2foriginal",
      "../../store.json",
      "video-source.mp4%00",
      "video-1080.mp4",
      "x",
    ]) {
      expect((await fetch(`${archive.url}/api/media/${id}/${kind}`, { headers: { cookie } })).status).not.toBe(200);
    }
    const stale = await fetch(address.replace(/v=.*/, "v=0000000000000000"), { headers: { cookie } });
    expect(stale.status).toBe(404);
    const cross = await fetch(address, {
      headers: { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" },
    });
    expect(cross.status).toBe(403);
    expect((await readFile(file)).length).toBeGreaterThan(0);
  });
});

async function waitUntilDone(browser: Browser, id: string): Promise<Video> {
  for (;;) {
    const { status, body } = await browser.ask<{ video: Video }>(`GET /api/video/v/${id}`);
    if (status === 200 && ["done", "failed"].includes(body.video.media?.preparation.state ?? "")) return body.video;
    await sleep(100);
  }
}
