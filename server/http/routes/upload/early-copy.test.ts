import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";

let clips: Clips;
let archive: TestArchive;
let editor: Browser;
let log = "";
beforeAll(async () => {
  const logTo = { write: (line: string) => void (log += line) };
  const options = { store: "disk", env: { LOG_LEVEL: "info" }, logTo } as const;
  [clips, archive] = await Promise.all([openClips(), openTestArchive(options)]);
  editor = archive.openBrowser();
  await editor.signIn("patron-editor");
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await clips[Symbol.asyncDispose]();
});

function ask(method: string, address: string, headers: Record<string, string>, body?: Buffer) {
  const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return fetch(archive.url + address, {
    method,
    headers: { cookie, origin: archive.url, "tus-resumable": "1.0.0", ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
}
const begin = (size: number) => ask("POST", "/api/upload", { "upload-length": String(size) });
const send = (address: string, offset: number, body: Buffer) =>
  ask("PATCH", address, { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" }, body);

async function waitFor(what: () => Promise<boolean>): Promise<void> {
  while (!(await what())) await sleep(50);
}
const listScratch = () => readdir(path.join(archive.parts.media.store.folder, "aside"));

it("a recording is prepared while it is uploaded, and published when it is complete", async () => {
  const { db } = archive.parts;
  const file = await clips.make("fed.mkv", `${pictures("640x360", 25, 4)} ${chord(4)} ${x264} -c:a aac`);
  const bytes = await readFile(file);
  const address = (await begin(bytes.length)).headers.get("location") ?? "";
  const [a, b] = [Math.floor(bytes.length / 3), Math.floor((bytes.length * 2) / 3)];
  expect((await send(address, 0, bytes.subarray(0, a))).status).toBe(204);
  // the copy has begun before the last part is sent
  await waitFor(async () => (await listScratch()).length > 0);
  expect((await send(address, a, bytes.subarray(a, b))).status).toBe(204);
  const last = await send(address, b, bytes.subarray(b));
  expect(last.status).toBe(200);
  const { id } = (await last.json()) as { id: string };
  const find = () => db.selectFrom("video").select("state").where("id", "=", id).executeTakeFirstOrThrow();
  await waitFor(async () => (await find()).state !== "preparing");
  expect((await find()).state).toBe("published");
  expect(log).toContain("a recording was prepared while it arrived");
  const kinds = await db.selectFrom("asset").select("kind").where("video_id", "=", id).execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["video-source.mp4", "copied-audio.mp4"]));
});

it("an upload that is cancelled takes with it what was made of it", async () => {
  const { db } = archive.parts;
  const atWork = db.selectFrom("job").select("id").where("kind", "like", "prepare-%").where("state", "!=", "done");
  await waitFor(async () => (await atWork.execute()).length === 0);
  expect(await listScratch()).toEqual([]);
  const file = await clips.make("cancelled.ts", `${pictures("640x360", 25, 4)} ${chord(4)} ${x264} -c:a aac`);
  const bytes = await readFile(file);
  const address = (await begin(bytes.length)).headers.get("location") ?? "";
  await send(address, 0, bytes.subarray(0, bytes.length - 1000));
  await waitFor(async () => (await listScratch()).length > 0);
  expect((await ask("DELETE", address, {})).status).toBe(204);
  await waitFor(async () => (await listScratch()).length === 0);
});
