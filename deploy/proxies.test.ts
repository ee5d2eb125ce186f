// The archive behind nginx and Caddy with the shipped configurations. The archive sends the files, or the proxy does.
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { takeIn } from "#server/intake/take-in.ts";
import { startCaddy } from "#server/testing/proxies/caddy.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { createBrowser, type Browser } from "#server/testing/browser.ts";
import { chord, makeWave, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startNginx, startPlainNginx } from "#server/testing/proxies/nginx.ts";
import { settleWork } from "#server/testing/settle.ts";

describe.each([
  ["nginx", "the archive"],
  ["nginx", "nginx"],
  ["Caddy", "Caddy"],
])("behind %s, with files sent by %s", (proxy, sender) => {
  const isAccelerated = sender !== "the archive";
  const stack = new AsyncDisposableStack();
  let clips: Clips;
  let archive: TestArchive;
  let readLog: (() => string) | undefined;
  let url: string;
  let [shown, hidden] = ["", ""];

  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://localhost:${port}`;
    archive = stack.use(
      await openTestArchive({
        // a proxy can send only files on its own disk
        ...(isAccelerated && { store: "disk" }),
        env: {
          PUBLIC_URL: url,
          TRUSTED_PROXIES: "127.0.0.1",
          ...(isAccelerated && { ACCEL_PREFIX: "/media-files" }),
        },
        emulator: { archiveUrl: url },
      }),
    );
    const { config } = archive;
    const mediaFolder = path.join(config.dataDir, "media");
    const place = { port, archivePort: config.port };
    if (proxy === "Caddy") stack.use(await startCaddy({ ...place, mediaFolder }));
    else readLog = stack.use(await startNginx({ ...place, ...(isAccelerated && { mediaFolder }) })).readLog;
    clips = stack.use(await openClips());
    const add = async (name: string) => {
      const file = path.join(clips.folder, name);
      await writeFile(file, makeWave(Buffer.from(name)));
      return (await takeIn(archive.parts, { file, name, memberId: null })).id;
    };
    [shown, hidden] = [await add("song.wav"), await add("secret.wav")];
    await settleWork(archive.parts, 90_000);
    await (await signIn("patron-editor")).ask(`PUT /api/video/v/${hidden}/hidden`, { hidden: true });
  }, 120_000);
  afterAll(() => stack.disposeAsync());

  const signIn = async (persona: string): Promise<Browser> => {
    const browser = createBrowser(url);
    await browser.signIn(persona);
    return browser;
  };
  const fetchAs = (browser: Browser, address: string, headers: Record<string, string> = {}) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return fetch(url + address, { headers: { cookie, ...headers } });
  };

  it("a member signs in and gets whole files and ranges of them", async () => {
    const member = await signIn("patron-gold");
    const { body } = await member.ask<{ video: { media: { audio: { url: string } } } }>(`GET /api/video/v/${shown}`);
    const address = body.video.media.audio.url;
    const whole = await fetchAs(member, address);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const row = await archive.parts.db
      .selectFrom("asset")
      .select(["sha256"])
      .where("video_id", "=", shown)
      .where("kind", "=", "audio.m4a")
      .executeTakeFirstOrThrow();
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(row.sha256);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "audio/mp4",
      "cache-control": "private, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      vary: "Cookie",
    });
    const etag = whole.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"/);
    const part = await fetchAs(member, address, { range: "bytes=100-199", "if-range": etag });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-199/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
    expect((await fetchAs(member, address, { range: `bytes=${bytes.length}-` })).status).toBe(416);
    expect((await fetchAs(member, address, { "if-none-match": etag })).status).toBe(304);
    expect((await fetchAs(member, `/api/media/${shown}/master.m3u8`)).status).toBe(200);
  });

  it("nobody else gets a file, and no path of a file is an address on the web", async () => {
    const member = await signIn("patron-gold");
    const stranger = createBrowser(url);
    const folder = `${shown.slice(0, 2)}/${shown}`;
    expect((await stranger.ask(`GET /api/media/${shown}/thumbnail`)).status).toBe(401);
    for (const address of [
      `/api/media/${hidden}/thumbnail`,
      `/api/media/${hidden}/audio.m4a`,
      `/media-files/${folder}/original`,
      `/media-files/../stagedoor.db`,
      `/api/media/${shown}/..%2f..%2f..%2fstagedoor.db`,
      "/metrics",
    ]) {
      const { status, headers } = await fetchAs(member, address);
      // any other path is answered with the page
      const isPage = headers.get("content-type")?.startsWith("text/html") && !address.startsWith("/media-files");
      expect([address, isPage ? 404 : status]).toEqual([address, 404]);
    }
  });

  it("the log contains no query, which may carry the code of a sign-in", async () => {
    expect((await fetch(`${url}/api/site?secret=canary`)).status).toBe(200);
    // Caddy keeps none
    if (!readLog) return;
    expect(readLog()).toContain('"GET /api/site" 200');
    expect(readLog()).not.toContain("canary");
  });

  it("an upload in parts arrives unchanged", async () => {
    const editor = await signIn("patron-editor");
    const file = await clips.make("upload.mp4", `${pictures("320x180", 25, 3)} ${chord(3)} ${x264} -crf 1 -c:a aac`);
    const bytes = await readFile(file);
    const metadata = `filename ${Buffer.from("upload.mp4").toString("base64")}`;
    const tus = { "tus-resumable": "1.0.0" };
    const created = await editor.ask("POST /api/upload", undefined, {
      ...tus,
      "upload-length": String(bytes.length),
      "upload-metadata": metadata,
    });
    expect(created.status).toBe(201);
    const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const half = Math.floor(bytes.length / 2);
    for (const [from, to] of [
      [0, half],
      [half, bytes.length],
    ] as const) {
      const answer = await fetch(new URL(created.headers.get("location") ?? "", url), {
        method: "PATCH",
        headers: {
          ...tus,
          cookie,
          origin: url,
          "upload-offset": String(from),
          "content-type": "application/offset+octet-stream",
        },
        body: bytes.subarray(from, to),
      });
      expect(answer.status).toBe(to === bytes.length ? 200 : 204);
      await answer.arrayBuffer();
    }
    const { sha256 } = await archive.parts.db
      .selectFrom("recording")
      .select("sha256")
      .where("name", "=", "upload.mp4")
      .executeTakeFirstOrThrow();
    expect(sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  });
});

it.each(["nginx", "Caddy"])("%s in front of several servers asks another one where one is away", async (proxy) => {
  await using stack = new AsyncDisposableStack();
  const [port, otherPort] = [await findFreePort(), await findFreePort()];
  const url = `http://localhost:${port}`;
  const env = { PUBLIC_URL: url, TRUSTED_PROXIES: "127.0.0.1" };
  const archive = stack.use(await openTestArchive({ env, emulator: { archiveUrl: url } }));
  const place = { port, archivePort: archive.config.port, otherPort };
  const mediaFolder = path.join(archive.config.dataDir, "media");
  stack.use(proxy === "nginx" ? await startNginx(place) : await startCaddy({ ...place, mediaFolder }));
  const answers = Array.from({ length: 40 }, async () => (await fetch(`${url}/api/site`)).status);
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  const member = createBrowser(url);
  await member.signIn("patron-gold");
  expect((await member.whoAmI())?.can_view).toBe(true);
});

it("nginx starts before there is a certificate, answers the certificate authority, and redirects everyone else", async () => {
  await using stack = new AsyncDisposableStack();
  const challenges = await mkdtemp(path.join(tmpdir(), "stagedoor-acme-"));
  stack.defer(() => rm(challenges, { recursive: true }));
  const folder = path.join(challenges, ".well-known", "acme-challenge");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "token"), "token.thumbprint");
  const port = await findFreePort();
  stack.use(await startPlainNginx({ port, challenges }));
  const ask = (address: string) => fetch(`http://127.0.0.1:${port}${address}`, { redirect: "manual" });
  expect(await (await ask("/.well-known/acme-challenge/token")).text()).toBe("token.thumbprint");
  expect((await ask("/.well-known/acme-challenge/other")).status).toBe(404);
  const { status, headers } = await ask("/video/1?t=5");
  expect([status, headers.get("location")]).toEqual([308, "https://archive.example/video/1?t=5"]);
});

it("nginx keeps the files of the page in each packing, and nothing that is missing", async () => {
  await using stack = new AsyncDisposableStack();
  const pageFolder = await mkdtemp(path.join(tmpdir(), "stagedoor-page-"));
  stack.defer(() => rm(pageFolder, { recursive: true }));
  await mkdir(path.join(pageFolder, "assets"));
  await writeFile(path.join(pageFolder, "index.html"), "<title>page</title>");
  const file = path.join(pageFolder, "assets", "page-1a2b.js");
  await writeFile(file, "plain");
  await writeFile(`${file}.br`, brotliCompressSync("packed"));
  await writeFile(`${file}.gz`, gzipSync("packed"));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const env = { PUBLIC_URL: url, TRUSTED_PROXIES: "127.0.0.1" };
  const archive = await openTestArchive({ pageFolder, env, emulator: { archiveUrl: url } });
  const closing = stack.use(new AsyncDisposableStack());
  closing.use(archive);
  stack.use(await startNginx({ port, archivePort: archive.config.port }));
  const ask = async (address: string, headers: Record<string, string>) => {
    const answer = await fetch(url + address, { headers });
    return [answer.status, await answer.text(), answer.headers.get("content-encoding")];
  };
  const askAll = async () => [
    await ask("/assets/page-1a2b.js", { "accept-encoding": "identity" }),
    await ask("/assets/page-1a2b.js?v=2", { "accept-encoding": "gzip, br" }),
    await ask("/assets/page-1a2b.js", { "accept-encoding": "gzip" }),
  ];
  const expected = [
    [200, "plain", null],
    [200, "packed", "br"],
    [200, "packed", "gzip"],
  ];
  expect(await askAll()).toEqual(expected);
  expect((await ask("/assets/gone-1a2b.js", {}))[0]).toBe(404);
  const { headers } = await fetch(`${url}/assets/page-1a2b.js`);
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("x-content-type-options")).toBe("nosniff");

  // whatever is answered now was kept
  await closing.disposeAsync();
  expect(await askAll()).toEqual(expected);
  expect((await ask("/assets/gone-1a2b.js", {}))[0]).toBe(502);
  expect((await ask("/", {}))[0]).toBe(502);
});
