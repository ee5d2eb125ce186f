import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SetList } from "#contract/songs.ts";
import type { Video } from "#contract/video.ts";
import { hashFile, hashStored, originalName } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";

let clips: Clips;
let archive: TestArchive;
let file: string;
beforeAll(async () => {
  [clips, archive] = await Promise.all([
    openClips(),
    openTestArchive({ incomingWaits: { lookMs: 200, stillMs: 500 } }),
  ]);
  file = await clips.make("[2024-05-01] Uploaded.mp4", `${pictures()} ${chord()} ${x264} -c:a aac`);
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await clips[Symbol.asyncDispose]();
});

async function signIn(persona: string): Promise<Browser> {
  const browser = archive.openBrowser();
  await browser.signIn(persona);
  return browser;
}

async function ask(
  browser: Browser,
  method: string,
  address: string,
  more: { headers?: Record<string, string>; body?: Buffer } = {},
) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: archive.url, "tus-resumable": "1.0.0", ...more.headers };
  return fetch(archive.url + address, { method, headers, ...(more.body && { body: new Uint8Array(more.body) }) });
}

function describe(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

const begin = (browser: Browser, size: number, metadata: Record<string, string>) =>
  ask(browser, "POST", "/api/upload", {
    headers: { "upload-length": String(size), "upload-metadata": describe(metadata) },
  });
const send = (browser: Browser, address: string, offset: number, body: Buffer) =>
  ask(browser, "PATCH", address, {
    headers: { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body,
  });

it("an editor uploads in parts, continues after an interruption, and the recording has the right checksum", async () => {
  const editor = await signIn("patron-editor");
  const bytes = await readFile(file);
  const { sha256 } = await hashFile(file);
  const created = await begin(editor, bytes.length, { filename: path.basename(file), sha256 });
  expect(created.status).toBe(201);
  expect(created.headers.get("access-control-allow-origin")).toBeNull();
  const address = created.headers.get("location") ?? "";
  expect(address).toMatch(/^\/api\/upload\/[0-9a-f]{32}$/);

  const half = Math.floor(bytes.length / 2);
  expect((await send(editor, address, 0, bytes.subarray(0, half))).status).toBe(204);
  const head = await ask(editor, "HEAD", address);
  expect(head.headers.get("upload-offset")).toBe(String(half));
  expect((await send(editor, address, 0, bytes.subarray(0, half))).status).toBe(409);
  const last = await send(editor, address, half, bytes.subarray(half));
  expect(last.status).toBe(200);
  const { id, is_new } = (await last.json()) as { id: string; is_new: boolean };
  expect(is_new).toBe(true);

  expect((await hashStored(archive.parts.media.store, id, originalName)).sha256).toBe(sha256);
  const row = await archive.parts.db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ title: "Uploaded", add_date: new Date("2024-05-01"), time_missing: true });
  expect((await ask(editor, "HEAD", address)).status).toBe(404);
});

it("whoever is not an editor uploads nothing, and nobody touches another's upload", async () => {
  const [editor, owner, member] = [
    await signIn("patron-editor"),
    await signIn("patron-owner"),
    await signIn("patron-gold"),
  ];
  expect((await begin(member, 100, { filename: "x.mp4" })).status).toBe(403);
  expect((await begin(archive.openBrowser(), 100, { filename: "x.mp4" })).status).toBe(401);
  const address = (await begin(editor, 100, { filename: "x.mp4" })).headers.get("location") ?? "";
  expect((await ask(owner, "HEAD", address)).status).toBe(404);
  expect((await send(owner, address, 0, Buffer.alloc(10))).status).toBe(404);
  expect((await ask(editor, "GET", address)).status).toBe(404);
  expect((await ask(editor, "HEAD", "/api/upload/..%2f..%2fstore.json")).status).toBe(404);
  expect((await ask(editor, "DELETE", address)).status).toBe(204);
});

it("what is no recording, is damaged, or is too much is refused with a sentence, and nothing is left of it", async () => {
  const editor = await signIn("patron-editor");
  const playlist = Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n");
  const attempt = async (body: Buffer, metadata: Record<string, string>) => {
    const created = await begin(editor, body.length, metadata);
    const answer = await send(editor, created.headers.get("location") ?? "", 0, body);
    return answer.json();
  };
  const refused = { status: 400, code: "bad-input", detail: "This is a playlist, not a recording." };
  expect(await attempt(playlist, { filename: "x.mp4" })).toMatchObject(refused);
  const damaged = await attempt(await readFile(file), { filename: "x.mp4", sha256: "0".repeat(64) });
  expect(damaged).toMatchObject({ status: 400, code: "damaged" });
  expect((await begin(editor, 65 * 2 ** 30, { filename: "x.mp4" })).status).toBe(413);
  const big = (await begin(editor, 17 * 2 ** 20, { filename: "x.mp4" })).headers.get("location") ?? "";
  expect((await send(editor, big, 0, Buffer.alloc(17 * 2 ** 20))).status).toBe(413);
  await ask(editor, "DELETE", big);
});

it("title and date can be changed while the file is on its way, by its owner alone, and count at the end", async () => {
  const [editor, owner] = [await signIn("patron-editor"), await signIn("patron-owner")];
  const made = await clips.make("Described.mkv", `${pictures("160x120")} ${chord()} ${x264} -c:a aac`);
  const bytes = await readFile(made);
  const { sha256 } = await hashFile(made);
  const known = async () =>
    (await editor.ask<{ video: { title: string } | null }>(`GET /api/upload/known?sha256=${sha256}`)).body.video;
  const guess = await editor.ask("POST /api/upload/guess", { names: ["[2024-05-01 21-30] A song.mp4", "x\u0007.mp4"] });
  expect(guess.body).toEqual({
    guesses: [
      { title: "A song", add_date: "2024-05-01T21:30:00.000Z", time_missing: false },
      { title: "x", add_date: null, time_missing: false },
    ],
  });
  const begun = await begin(editor, bytes.length, { filename: "Described.mkv", title: "First thought" });
  const address = begun.headers.get("location") ?? "";
  const say = (browser: Browser, details: object) =>
    browser.ask(`PUT ${address}`, details).then(({ status }) => status);
  expect(await say(editor, { title: "Second thought", date: "2021-02-03" })).toBe(200);
  expect(await say(owner, { title: "Not yours" })).toBe(404);
  expect(await say(editor, { title: "" })).toBe(400);
  expect(await say(editor, { date: "soon" })).toBe(400);
  expect(await say(editor, { sha256 })).toBe(200);
  expect(await known()).toBeNull();
  expect((await send(editor, address, 0, bytes)).status).toBe(200);
  expect(await known()).toMatchObject({ title: "Second thought", in_trash: false });
  expect(await say(editor, { title: "Too late" })).toBe(404);
  const row = await archive.parts.db.selectFrom("video").selectAll().where("title", "=", "Second thought").execute();
  expect(row).toMatchObject([{ add_date: new Date("2021-02-03"), time_missing: true }]);
  expect(await archive.parts.db.selectFrom("upload").selectAll().execute()).toEqual([]);
});

it("description, level, draft and set list are said of an upload, and are there from the first moment", async () => {
  const editor = await signIn("patron-editor");
  const bytes = await readFile(await clips.make("Draft.mkv", `${pictures("160x144")} ${chord()} ${x264} -c:a aac`));
  const begun = await begin(editor, bytes.length, { filename: "Draft.mkv", hidden: "true" });
  const address = begun.headers.get("location") ?? "";
  const say = (details: object) => editor.ask(`PUT ${address}`, details).then(({ status }) => status);
  expect(await say({ description: "With strings", level: null, set_list: "0:00 One\n0:01 Two" })).toBe(200);
  expect(await say({ level: "no-such-level" })).toBe(400);
  expect(await say({ description: "x".repeat(10_001) })).toBe(400);
  const { id } = (await (await send(editor, address, 0, bytes)).json()) as { id: string };
  const { video } = (await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body;
  expect(video).toMatchObject({ description: "With strings", hidden: true });
  const { set_list } = (await editor.ask<{ set_list: SetList }>(`GET /api/video/v/${id}/set-list`)).body;
  expect(set_list.entries.map(({ start, songs }) => [start, songs[0]?.title])).toEqual([
    [0, "One"],
    [1, "Two"],
  ]);
  const viewer = await signIn("patron-gold");
  expect((await viewer.ask(`GET /api/video/v/${id}`)).status).toBe(404);
});

it("what is no set list goes to the end of the description, and a draft may be shown after all", async () => {
  const editor = await signIn("patron-editor");
  const bytes = await readFile(await clips.make("Shown.mkv", `${pictures("144x144")} ${chord()} ${x264} -c:a aac`));
  const begun = await begin(editor, bytes.length, { filename: "Shown.mkv", hidden: "true" });
  const address = begun.headers.get("location") ?? "";
  const note = "Set list:";
  await editor.ask(`PUT ${address}`, { hidden: false, description: "Late", set_list: note });
  const { id } = (await (await send(editor, address, 0, bytes)).json()) as { id: string };
  const { video } = (await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body;
  expect(video).toMatchObject({ description: `Late\n\n${note}`, hidden: false });
});

it("a checksum that comes to be known on the way is compared at the end", async () => {
  const editor = await signIn("patron-editor");
  const bytes = await readFile(await clips.make("Summed.mkv", `${pictures("176x144")} ${chord()} ${x264} -c:a aac`));
  const address = (await begin(editor, bytes.length, { filename: "Summed.mkv" })).headers.get("location") ?? "";
  await editor.ask(`PUT ${address}`, { sha256: "0".repeat(64) });
  const answer = await send(editor, address, 0, bytes);
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: "damaged" })]);
});

it("an upload there is no room for is refused before its first byte, with how much is missing", async () => {
  await using full = await openTestArchive({ env: { LEAST_FREE_GB: "1000000" } });
  const editor = full.openBrowser();
  await editor.signIn("patron-editor");
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-length": "1000",
    "upload-metadata": describe({ filename: "x.mp4" }),
  };
  const { status, body } = await editor.ask("POST /api/upload", undefined, headers);
  const detail = expect.stringMatching(/not enough space: 1000000\.0 GB is needed, but only .+ GB is free/);
  expect([status, body]).toEqual([507, expect.objectContaining({ code: "no-room", detail })]);
});

it("at most three uploads of one editor are under way", async () => {
  const editor = await signIn("patron-editor");
  const created = [];
  for (let n = 0; n < 4; n += 1) created.push(await begin(editor, 1000, { filename: "x.mp4" }));
  expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
  for (const { headers } of created.slice(0, 3)) await ask(editor, "DELETE", headers.get("location") ?? "");
});

it("a file in the incoming folder is added when it no longer grows, with the description of its sidecar", async () => {
  const folder = path.join(archive.config.dataDir, "incoming");
  const made = await clips.make("dropped.mkv", `${pictures("320x240")} ${chord()} ${x264} -c:a aac`);
  await writeFile(
    path.join(folder, "dropped.json"),
    JSON.stringify({ title: "From a sidecar", date: "2020-02-29", hidden: true }),
  );
  await writeFile(path.join(folder, "dropped.mkv"), await readFile(made));
  await writeFile(path.join(folder, "list.mp4"), "ffconcat version 1.0\nfile /etc/passwd\n");
  const find = () =>
    archive.parts.db.selectFrom("video").selectAll().where("title", "=", "From a sidecar").executeTakeFirst();
  await expect
    .poll(find, { interval: 200 })
    .toMatchObject({ hidden: true, time_missing: true, add_date: new Date("2020-02-29") });
  await expect
    .poll(() => readFile(path.join(folder, "refused", "list.mp4.txt"), "utf8").catch(() => ""))
    .toBe("This is a playlist, not a recording.\n");
  await expect
    .poll(() =>
      readFile(path.join(folder, "dropped.mkv")).then(
        () => "there",
        () => "gone",
      ),
    )
    .toBe("gone");
});
