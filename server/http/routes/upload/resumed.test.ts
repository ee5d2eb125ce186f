import { appendFile, mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inUploadTurn } from "#server/intake/upload-turn.ts";
import { hashFile, originalOf } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { openTestFolder } from "#server/testing/safe.ts";

let clips: Clips;
let archive: TestArchive;
let editor: Browser;
let uploads: string;
beforeAll(async () => {
  [clips, archive] = await Promise.all([openClips(), openTestArchive({ store: "disk" })]);
  editor = archive.openBrowser();
  await editor.signIn("patron-editor");
  uploads = path.join(archive.parts.media.store.folder, "uploads");
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
const makeFile = (name: string) => clips.make(name, `${pictures()} ${chord()} ${x264} -c:a aac`);

it("a complete upload that was never added is added when its editor sends an empty last part", async () => {
  const file = await makeFile("whole.mp4");
  const bytes = await readFile(file);
  const address = (await begin(bytes.length)).headers.get("location") ?? "";
  // as after a crash between the last byte and the taking in
  await appendFile(path.join(uploads, path.basename(address)), bytes);
  const answer = await send(address, bytes.length, Buffer.alloc(0));
  expect(answer.status).toBe(200);
  const { id } = (await answer.json()) as { id: string };
  expect(await hashFile(originalOf(archive.parts.media.store, id))).toEqual(await hashFile(file));
});

it("a repeated request while a file is being added gets the same answer, and the file is added once", async () => {
  const bytes = await readFile(await makeFile("twice.mkv"));
  const address = (await begin(bytes.length)).headers.get("location") ?? "";
  await appendFile(path.join(uploads, path.basename(address)), bytes);
  const answers = await Promise.all([1, 2, 3].map(() => send(address, bytes.length, Buffer.alloc(0))));
  const taken = answers.filter(({ status }) => status === 200);
  // who came after it was done finds nothing there any more
  expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
  const told = await Promise.all(taken.map((answer) => answer.json()));
  expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(told[0]).toMatchObject({ is_new: true });
});

it("a file that another server is adding is not added twice, and can be asked for again", async () => {
  const bytes = await readFile(await makeFile("elsewhere.mkv"));
  const address = (await begin(bytes.length)).headers.get("location") ?? "";
  const key = path.basename(address);
  await appendFile(path.join(uploads, key), bytes);
  const ending = () => send(address, bytes.length, Buffer.alloc(0));
  const held = await inUploadTurn(archive.parts.db, key, ending);
  expect(held?.outcome.status).toBe(503);
  expect((await ending()).status).toBe(200);
  const left = archive.parts.db.selectFrom("job").select("id").where("kind", "=", "finish-upload");
  expect(await left.execute()).toEqual([]);
});

it("uploads that were complete when the server stopped are added after the next start", async () => {
  await using folder = await openTestFolder();
  const bytes = await readFile(await makeFile("left.mkv"));
  const id = "0123456789abcdef0123456789abcdef";
  const place = path.join(folder.path, "media", "uploads");
  await mkdir(place, { recursive: true });
  await writeFile(path.join(place, id), bytes);
  const info = { id, size: bytes.length, offset: 0, metadata: { filename: "left.mkv" } };
  await writeFile(path.join(place, `${id}.json`), JSON.stringify(info));
  await using next = await openTestArchive({ store: "disk", env: { DATA_DIR: folder.path } });
  const titles = () => next.parts.db.selectFrom("video").select("title").execute();
  await expect.poll(titles).toHaveLength(1);
  await expect.poll(() => readdir(place)).toEqual([]);
});

it("abandoned uploads do not stop their editor from starting another", async () => {
  const begun = [await begin(1000), await begin(1000), await begin(1000)];
  expect((await begin(1000)).status).toBe(429);
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const name of await readdir(uploads)) await utimes(path.join(uploads, name), longAgo, longAgo);
  const another = await begin(1000);
  expect(another.status).toBe(201);
  for (const { headers } of [...begun, another]) await ask("DELETE", headers.get("location") ?? "", {});
});
