import { statfs } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { MemoryLocker } from "@tus/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UploadUnderWay } from "#contract/studio.ts";
import { inUploadTurn } from "#server/intake/upload-turn.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { createTusClient, partType } from "#server/testing/tus.ts";
import { expireUploads } from "./life.ts";
import { reservedBytes } from "./space.ts";
import { openUploads } from "./store.ts";

const hourMs = 3_600_000;
const idOf = (address: string) => path.basename(address);

async function openPeople(archive: TestArchive) {
  const people = { editor: archive.openBrowser(), owner: archive.openBrowser() };
  await people.editor.signIn("patron-editor");
  await people.owner.signIn("patron-owner");
  return {
    ...people,
    editorTus: createTusClient(archive.url, people.editor),
    ownerTus: createTusClient(archive.url, people.owner),
  };
}

async function list(browser: Browser): Promise<UploadUnderWay[]> {
  const { body } = await browser.ask<{ uploads: UploadUnderWay[] }>("GET /api/studio/uploads");
  return body.uploads;
}

const end = async (browser: Browser, address: string) => {
  const { status } = await browser.ask(`DELETE /api/studio/uploads/${idOf(address)}`);
  return status;
};

describe.each(["disk", "s3"] as const)("uploads under way, on %s", (store) => {
  let archive: TestArchive;
  let people: Awaited<ReturnType<typeof openPeople>>;
  beforeAll(async () => {
    archive = await openTestArchive({ store });
    people = await openPeople(archive);
  });
  afterAll(() => archive[Symbol.asyncDispose]());
  const listStored = () => archive.parts.media.store.backend.list("uploads");

  it("are listed with who, how far and until when: to editors their own, to the owner all", async () => {
    const { editor, owner, editorTus, ownerTus } = people;
    const ofEditor = await editorTus.begin(1000, { filename: "song.mkv" });
    const ofOwner = await ownerTus.begin(2000, { filename: "x.mkv", title: "Encore" });
    expect((await editorTus.send(ofEditor, 0, Buffer.alloc(400))).status).toBe(204);
    await editor.ask(`PUT ${ofEditor}`, { title: "Evening" });
    const seen = await list(editor);
    expect(seen).toMatchObject([
      { id: idOf(ofEditor), title: "Evening", is_own: true, bytes: 1000, received: 400, who: expect.any(String) },
    ]);
    const all = await list(owner);
    expect(all.map(({ title, is_own, received }) => [title, is_own, received])).toEqual([
      ["Evening", false, 400],
      ["Encore", true, 0],
    ]);
    const hours = all.map(({ begun_at, expires_at }) => (Date.parse(expires_at ?? "") - Date.parse(begun_at)) / hourMs);
    expect(hours.map(Math.round)).toEqual([168, 24]);

    expect(await end(editor, ofOwner)).toBe(404);
    expect(await end(owner, "0".repeat(32))).toBe(404);
    expect(await end(owner, "x")).toBe(404);
    expect(await list(owner)).toHaveLength(2);
    expect(await end(editor, ofEditor)).toBe(200);
    expect(await end(owner, ofOwner)).toBe(200);
    expect(await list(owner)).toEqual([]);
    expect(await listStored()).toEqual([]);
  });

  it("can be ended by the owner: the bytes are deleted, and the sender is told so and does not start again", async () => {
    const { owner, editorTus, ownerTus } = people;
    const address = await editorTus.begin(1000);
    await editorTus.send(address, 0, Buffer.alloc(400));
    expect(await end(owner, address)).toBe(200);
    expect(await listStored()).toEqual([]);
    const next = await editorTus.send(address, 400, Buffer.alloc(100));
    expect([next.status, await next.json()]).toEqual([410, expect.objectContaining({ code: "gone" })]);
    expect((await editorTus.ask("HEAD", address)).status).toBe(410);
    expect((await ownerTus.ask("HEAD", address)).status).toBe(404);
    expect(await end(owner, address)).toBe(404);
  });

  it("are ended even while a part of them is arriving", async () => {
    const { editor, owner, editorTus } = people;
    const address = await editorTus.begin(100_000);
    const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": partType };
    const sending = request(archive.url + address, {
      method: "PATCH",
      headers: { ...headers, "content-length": "100000" },
    });
    sending.on("error", () => {}).write(Buffer.alloc(50_000));
    const arrived = () => list(owner).then((all) => all.find(({ id }) => id === idOf(address)));
    if (store === "disk") await expect.poll(async () => (await arrived())?.received).toBe(50_000);
    expect(await end(owner, address)).toBe(200);
    sending.destroy();
    await expect.poll(listStored).toEqual([]);
    expect((await editorTus.ask("HEAD", address)).status).toBe(410);
  });

  it("cannot be ended while the complete file is being added", async () => {
    const { editor, editorTus } = people;
    const address = await editorTus.begin(10);
    const held = await inUploadTurn(archive.parts.db, idOf(address), () => end(editor, address));
    expect(held?.outcome).toBe(409);
    expect(await end(editor, address)).toBe(200);
  });

  it("expire: after a day without a byte, and seven days after the beginning with some", async () => {
    await using later = await openTestArchive({ store });
    const { owner, editorTus } = await openPeople(later);
    const { parts } = later;
    const uploads = await openUploads(parts.media.store, { ...parts.config, locker: new MemoryLocker() });
    const expire = () => expireUploads(parts, uploads);
    const [empty, begun] = [await editorTus.begin(1000), await editorTus.begin(1000)];
    const sent = await editorTus.send(begun, 0, Buffer.alloc(400));
    expect(Date.parse(sent.headers.get("upload-expires") ?? "")).toBeGreaterThan(Date.now() + 160 * hourMs);
    expect(await expire()).toBe(0);
    later.advance(25 * hourMs);
    expect((await editorTus.ask("HEAD", empty)).status).toBe(404);
    expect((await editorTus.ask("HEAD", begun)).status).toBe(200);
    expect((await list(owner)).map(({ id }) => id)).toEqual([idOf(begun)]);
    expect(await expire()).toBe(1);
    later.advance(142 * hourMs);
    expect(await expire()).toBe(0);
    later.advance(2 * hourMs);
    expect(await expire()).toBe(1);
    expect(await parts.media.store.backend.list("uploads")).toEqual([]);
  });
});

it("an upload that is announced and sends nothing keeps no room from others", async () => {
  await using archive = await openTestArchive({ store: "disk" });
  const { editorTus, ownerTus } = await openPeople(archive);
  const { bavail, bsize } = await statfs(archive.parts.media.store.folder);
  // one of them fits, two do not: each needs two and a half times its size
  const size = Math.floor(Math.min(60 * 2 ** 30, (bavail * bsize * 0.6) / 2.5));
  await editorTus.begin(size);
  archive.advance(11 * 60_000);
  expect(await ownerTus.begin(size)).toMatch(/^\/api\/upload\//);
});

it("room is kept for what may come soon, and for nothing of an upload that went quiet", () => {
  const now = new Date();
  const gibi = 2 ** 30;
  const reserve = (size: number, offset: number, minutesAgo: number) =>
    reservedBytes({ size, offset, changedAt: now.getTime() - minutesAgo * 60_000 }, now);
  expect(reserve(1000, 400, 1)).toBe(600);
  expect(reserve(60 * gibi, 0, 1)).toBe(gibi);
  expect(reserve(60 * gibi, 59.5 * gibi, 1)).toBe(0.5 * gibi);
  expect(reserve(60 * gibi, 0, 10)).toBe(0);
});
