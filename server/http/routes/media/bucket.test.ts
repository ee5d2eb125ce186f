// Watching from a bucket of a real S3 service: the same answers as from a disk, and nothing of the bucket in them unless the
// owner wants its addresses to be given out.
import { createHash } from "node:crypto";
import Fastify from "fastify";
import { expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { readConfig } from "#server/config.ts";
import { listAssets, type Asset } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { isPlaylist, servedKinds } from "#server/media/store/kinds.ts";
import { keyOf, nameOf } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { openFaultyProxy } from "#server/testing/faulty-proxy.ts";
import { bucketSettings, createTestBucket } from "#server/testing/s3.ts";
import { allowPage } from "#server/http/request/headers.ts";

const timeout = 120_000;

it(
  "everything is served through us as from a disk; a bucket that stumbles is never half an answer",
  { timeout },
  async () => {
    const bucket = await createTestBucket();
    await using proxy = await openFaultyProxy(bucket.endpoint ?? "");
    await using archive = await openTestArchive({ env: { ...bucketSettings(bucket), S3_ENDPOINT: proxy.endpoint } });
    const { ask, assets, id } = await prepareOne(archive, `${pictures()} ${chord()} ${x264} -c:a aac`);
    const whole = new Map<Asset, Buffer>();
    for (const asset of assets.filter(({ kind }) => servedKinds.some((served) => served === kind))) {
      const { status, bytes } = await ask(asset);
      expect([asset.kind, status, sha256(bytes)]).toEqual([asset.kind, 200, asset.sha256]);
      if (isPlaylist(asset.kind)) expect(bytes.toString()).not.toMatch(/:\/\/|^\/|X-Amz|archive\//m);
      whole.set(asset, bytes);
    }
    const video = find(assets, "video-source.mp4");
    const content = whole.get(video) ?? Buffer.alloc(0);
    const { length } = content;
    const etag = `"${video.sha256.slice(0, 32)}"`;
    const ranges = [
      { range: "bytes=0-0", from: 0, to: 1 },
      { range: "bytes=100-299", from: 100, to: 300 },
      { range: "bytes=-50", from: length - 50, to: length, more: { "if-range": etag } },
      { range: `bytes=${length - 1}-`, from: length - 1, to: length },
    ];
    for (const { range, from, to, more } of ranges) {
      const { status, bytes, headers } = await ask(video, { headers: { range, ...more } });
      expect(status).toBe(206);
      expect(headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/${length}`);
      expect(bytes.equals(content.subarray(from, to))).toBe(true);
    }
    expect((await ask(video, { headers: { range: "bytes=0-9", "if-range": '"other"' } })).status).toBe(200);
    expect((await ask(video, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await ask(video, { headers: { range: `bytes=${length}-` } })).status).toBe(416);
    const head = await ask(video, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), head.headers.get("etag")]).toEqual([
      200,
      String(length),
      etag,
    ]);

    proxy.choose = () => 503;
    const away = await ask(video);
    expect([away.status, JSON.parse(away.bytes.toString())]).toMatchObject([503, { code: "busy" }]);
    let answers = 0;
    // the server itself looks every few seconds whether the bucket is back
    const isLook = (url: string | undefined) => url?.includes("store.json") === true;
    proxy.choose = ({ url }) => (isLook(url) ? undefined : (answers += 1) === 1 ? "reset" : 503);
    await expect(ask(video)).rejects.toThrow("terminated");
    proxy.choose = ({ url }) => (!isLook(url) && (answers += 1) % 2 === 0 ? "reset" : undefined);
    expect((await ask(video)).bytes.equals(content)).toBe(true);

    proxy.choose = () => undefined;
    await archive.parts.media.store.backend.remove(keyOf(id, nameOf(video)));
    expect((await ask(video)).status).toBe(500);
    expect((await ask(video, { method: "HEAD" })).status).toBe(500);
  },
);

it("with redirects the bucket sends what is large, after our check and for minutes only", { timeout }, async () => {
  const bucket = await createTestBucket();
  await using archive = await openTestArchive({ env: { ...bucketSettings(bucket), S3_DELIVERY: "redirect" } });
  const { ask, assets, id, stranger } = await prepareOne(archive, `${chord()} -c:a aac`, "sound.m4a");
  const sound = find(assets, "audio.m4a");
  const { status, headers } = await ask(sound);
  expect([status, headers.get("cache-control")]).toEqual([302, "no-store"]);
  const address = new URL(headers.get("location") ?? "");
  expect(address.origin).toBe(bucket.origin);
  expect(Number(address.searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(300);
  const direct = await fetch(address, { headers: { range: "bytes=10-99" } });
  expect([direct.status, direct.headers.get("content-type")]).toEqual([206, "audio/mp4"]);
  const all = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(sha256(all)).toBe(sound.sha256);
  expect(Buffer.from(await direct.arrayBuffer()).equals(all.subarray(10, 100))).toBe(true);
  // it is good for this file alone
  address.pathname = address.pathname.replace(/[^/]+$/, "original");
  expect((await fetch(address)).status).toBe(403);

  expect((await ask(sound, { method: "HEAD" })).status).toBe(200);
  expect((await ask(find(assets, "thumbnail"))).status).toBe(200);
  const list = await ask(find(assets, "audio.m3u8"));
  expect([list.status, list.bytes.toString()]).toEqual([200, expect.not.stringMatching(/:\/\/|X-Amz/)]);
  expect(await stranger(`/api/media/${id}/audio.m4a`)).toEqual([401, null]);
});

it("the page may ask the bucket only where it is sent there", async () => {
  const settings = { S3_BUCKET: "clips", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" };
  const policy = async (more: Record<string, string>) => {
    const app = Fastify();
    app.get("/", (_request, reply) => reply.send(allowPage(reply, readConfig({ ...settings, ...more }, {}))));
    return String((await app.inject("/")).headers["content-security-policy"]);
  };
  const proxied = await policy({});
  expect(proxied).toContain("media-src 'self' blob:;");
  expect(proxied).toContain("connect-src 'self';");
  const sent = await policy({ S3_DELIVERY: "redirect" });
  expect(sent).toContain("media-src 'self' blob: https://clips.s3.us-east-1.amazonaws.com;");
  expect(sent).toContain("connect-src 'self' https://clips.s3.us-east-1.amazonaws.com;");
  expect(await policy({ S3_DELIVERY: "redirect", S3_ENDPOINT: "https://s3.example/base" })).toContain(
    "media-src 'self' blob: https://s3.example;",
  );
});

async function prepareOne(archive: TestArchive, line: string, name = "clip.mp4") {
  await using clips = await openClips();
  const file = await clips.make(name, line);
  const { id } = await takeIn(archive.parts, { file, name, memberId: null });
  const member = archive.openBrowser();
  await member.signIn("patron-gold");
  const isDone = async () => {
    const { body } = await member.ask<{ video?: Video }>(`GET /api/video/v/${id}`);
    return body.video?.media?.preparation.state;
  };
  await expect.poll(isDone, { interval: 200 }).toBe("done");
  const cookie = [...member.cookies].map(([key, value]) => `${key}=${value}`).join("; ");
  return {
    id,
    assets: await listAssets(archive.parts.db, id),
    async ask(
      asset: Asset,
      { method = "GET", headers = {} }: { method?: string; headers?: Record<string, string> } = {},
    ) {
      const address = `${archive.url}/api/media/${id}/${asset.kind}?v=${asset.sha256.slice(0, 16)}`;
      const response = await fetch(address, { method, headers: { cookie, ...headers }, redirect: "manual" });
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    },
    async stranger(address: string) {
      const response = await fetch(archive.url + address, { redirect: "manual" });
      return [response.status, response.headers.get("location")];
    },
  };
}

function find(assets: readonly Asset[], kind: string): Asset {
  const asset = assets.find((one) => one.kind === kind);
  if (!asset) throw new Error(`there is no ${kind}`);
  return asset;
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
