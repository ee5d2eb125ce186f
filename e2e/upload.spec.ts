// Uploading in the studio, and what can go wrong: no network, a killed server, a reload, a full disk.
import type { CDPSession, Page } from "@playwright/test";
import { copyFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { hashFile } from "#server/media/store/hash.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { type Clips, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test as journey } from "./journey.ts";
import { takeIn } from "./own-recordings.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { drop, hashOriginal, makeAnother, progress, row, setNetwork } from "./upload.ts";

interface OnStage {
  server: OwnServer;
  clips: Clips;
  /** Three recordings that are large enough to be interrupted. */
  files: string[];
}

const test = journey.extend<object, OnStage>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, provide) => {
      await using server = await openOwnServer();
      await server.start();
      await provide(server);
    },
    { scope: "worker", timeout: 300_000 },
  ],
  clips: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, provide) => {
      await using clips = await openClips();
      await provide(clips);
    },
    { scope: "worker" },
  ],
  files: [
    async ({ clips }, provide) => {
      const make = (name: string, seconds: number, seed: number) =>
        clips.make(
          name,
          `${pictures("320x180", 25, seconds)} -f lavfi -i anoisesrc=d=${seconds}:r=96000:a=0.1:seed=${seed} ${x264} -ac 2 -c:a pcm_s32le`,
        );
      await provide([
        await make("[2024-05-01] Long evening.mkv", 14, 1),
        await make("2023-12-31 23-15 Last set.mkv", 4, 2),
        await make("Encore.mkv", 4, 3),
      ]);
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
});
async function openStudio(page: Page): Promise<CDPSession> {
  await signIn(page, "patron-editor");
  await page.goto("/studio/upload");
  await page.getByRole("button", { name: "Choose files" }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  return session;
}

/** What the browser has stored of an upload: a reload in the middle of storing it would lose it. */
function rememberedTitle(page: Page, name: string): Promise<string | undefined> {
  return page.evaluate(async (wanted) => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener("success", () => resolve(request.result)));
    const database = await answer(indexedDB.open("stagedoor-uploads"));
    const all = await answer<{ name: string; typed: { title?: string } }[]>(
      database.transaction("uploads").objectStore("uploads").getAll(),
    );
    database.close();
    return all.find((one) => one.name === wanted)?.typed.title;
  }, name);
}

async function idOf(page: Page, name: string): Promise<string> {
  const address = await row(page, name)
    .getByRole("link", { name: /^Open / })
    .getAttribute("href");
  return address?.split("/").at(-1) ?? "";
}

test.describe(() => {
  test.use({ expectedErrors: /ERR_|Failed to load resource|Could not load/ });

  test("three files in one drop arrive unchanged despite a cut network and a killed server, and can be watched", async ({
    page,
    server,
    files,
  }) => {
    const session = await openStudio(page);
    await setNetwork(session, { upload: 700_000 });
    await drop(page, files);
    await expect(row(page, "Encore.mkv")).toContainText("Waiting to upload.");
    const long = row(page, "Long evening.mkv");
    await expect(long.getByLabel("Title")).toHaveValue("Long evening");
    await expect(long.getByLabel("Date")).toHaveValue("2024-05-01");
    await expect.poll(() => progress(page, "Long evening.mkv")).toBeGreaterThan(0.08);
    await long.getByLabel("Title").fill("Long evening, named on the way");

    await setNetwork(session, { offline: true });
    await expect(long).toContainText("No network connection");
    const before = await progress(page, "Long evening.mkv");
    await setNetwork(session, { upload: 700_000 });
    await expect.poll(() => progress(page, "Long evening.mkv")).toBeGreaterThan(before + 0.05);

    await server.kill();
    await expect(long).toContainText("The archive does not answer");
    await server.start();
    await expect(long).toContainText("%");
    expect(await progress(page, "Long evening.mkv"), "it does not start again from the beginning").toBeGreaterThan(
      0.08,
    );
    await setNetwork(session, {});

    const viewer = createBrowser(server.url);
    await viewer.signIn("patron-gold");
    for (const file of files) {
      const name = path.basename(file);
      await expect(row(page, name)).toContainText("Added to the archive");
      const id = await idOf(page, name);
      expect(await hashOriginal(server, id)).toEqual(await hashFile(file));
      const state = async () =>
        (await viewer.ask<{ video?: { state: string } }>(`GET /api/video/v/${id}`)).body.video?.state;
      await expect.poll(state, { timeout: 180_000 }).toBe("published");
    }
    await row(page, "Long evening.mkv").getByRole("link", { name: /^Open/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Long evening, named on the way");
    const clock = () => page.evaluate(() => document.querySelector("video")?.currentTime ?? 0);
    await expect.poll(clock).toBeGreaterThan(0.2);
  });

  test("a draft is hidden from members from its first moment, and has the set list that was pasted", async ({
    page,
    server,
    clips,
    files,
  }) => {
    await openStudio(page);
    await page.getByText("Details for all uploads").click();
    const all = page.getByRole("group", { name: "For all" });
    await all.getByLabel("Who sees it").selectOption("Draft, only editors");
    await expectAccessible(page, "upload-for-all");
    await drop(page, [await makeAnother(clips, "Draft.mkv", files[2])]);
    const mine = row(page, "Draft.mkv");
    await expect(mine.getByLabel("Who sees it")).toHaveValue("draft");
    await mine.getByText("Description and set list").click();
    await mine.getByLabel("Set list", { exact: true }).fill("0:00 First of the draft");
    await expect(mine).toContainText("Added to the archive");
    await expectAccessible(page, "upload-draft");
    const id = await idOf(page, "Draft.mkv");
    const [editor, viewer] = [createBrowser(server.url), createBrowser(server.url)];
    await editor.signIn("patron-editor");
    await viewer.signIn("patron-gold");
    type Songs = { set_list: { entries: { songs: { title: string }[] }[] } };
    const songs = async () =>
      (await editor.ask<Songs>(`GET /api/video/v/${id}/set-list`)).body.set_list.entries.map(
        (one) => one.songs[0]?.title,
      );
    await expect.poll(songs).toEqual(["First of the draft"]);
    const state = async () => (await editor.ask<{ video: { state: string } }>(`GET /api/video/v/${id}`)).body.video;
    await expect.poll(state, { timeout: 180_000 }).toMatchObject({ state: "published", hidden: true });
    expect((await viewer.ask(`GET /api/video/v/${id}`)).status).toBe(404);
  });

  test(
    "the same file under another name is recognised before it is sent again",
    { tag: "@long" },
    async ({ page, server, clips, files }) => {
      const known = await makeAnother(clips, "Called so.mkv", files[0]);
      await takeIn(server, known);
      const session = await openStudio(page);
      const again = path.join(clips.folder, "Called differently.mkv");
      await copyFile(known, again);
      const accepted: string[] = [];
      page.on("response", (response) => {
        if (response.request().method() === "PATCH" && response.ok()) accepted.push(response.url());
      });
      // slow enough that the checksum is always faster than the first part
      await setNetwork(session, { upload: 200_000 });
      await drop(page, [again]);
      const mine = row(page, "Called differently.mkv");
      await expect(mine).toContainText("Already in the archive. Not added again.");
      await expect(mine.getByRole("link", { name: /^Open/ })).toHaveAttribute("href", /^\/video\/[a-z2-7]{26}$/);
      expect(accepted).toEqual([]);
    },
  );

  test("after a reload, an upload continues once its file is chosen again, and keeps what was typed", async ({
    page,
    server,
    clips,
    files,
  }) => {
    const session = await openStudio(page);
    const file = await makeAnother(clips, "Reloaded.mkv", files[0]);
    await setNetwork(session, { upload: 700_000 });
    await drop(page, [file]);
    await expect.poll(() => progress(page, "Reloaded.mkv")).toBeGreaterThan(0.1);
    await row(page, "Reloaded.mkv").getByLabel("Title").fill("Typed before the reload");
    await expect.poll(() => rememberedTitle(page, "Reloaded.mkv")).toBe("Typed before the reload");
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
    const lost = row(page, "Reloaded.mkv");
    await expect(lost).toContainText("Choose the same file again to continue.");
    await expect(lost.getByLabel("Title")).toHaveValue("Typed before the reload");
    await setNetwork(session, {});
    const goesOn = page.waitForRequest((request) => request.method() === "PATCH");
    const choosing = page.waitForEvent("filechooser");
    await lost.getByRole("button", { name: /^Choose the file again/ }).click();
    await (await choosing).setFiles(file);
    expect(Number((await goesOn).headers()["upload-offset"])).toBeGreaterThan(0);
    await expect(row(page, "Reloaded.mkv"), "its button is gone, the focus is not").toBeFocused();
    await expect(row(page, "Reloaded.mkv")).toContainText("Added to the archive");
    const id = await idOf(page, "Reloaded.mkv");
    expect(await hashOriginal(server, id)).toEqual(await hashFile(file));
    await expect(row(page, "Reloaded.mkv").getByLabel("Title")).toHaveValue("Typed before the reload");
    const titles = async () =>
      (await page.request.get(`/api/video/v/${id}`)).json() as Promise<{ video: { title: string } }>;
    await expect.poll(async () => (await titles()).video.title).toBe("Typed before the reload");
  });

  test(
    "the owner sees an editor's upload and ends it, and the editor is told",
    { tag: "@long" },
    async ({ page, browser, server, clips, files }) => {
      const session = await openStudio(page);
      await setNetwork(session, { upload: 200_000 });
      await drop(page, [await makeAnother(clips, "Ended.mkv", files[0])]);
      await expect.poll(() => progress(page, "Ended.mkv")).toBeGreaterThan(0);
      // so slow that it is still under way when the owner has logged in
      await setNetwork(session, { upload: 2000 });

      await using context = await browser.newContext({ baseURL: server.url });
      const studio = await context.newPage();
      await signIn(studio, "patron-owner");
      await studio.goto("/studio/upload");
      const list = studio.getByRole("list", { name: "Other uploads in progress" });
      await expect(list.getByRole("listitem").filter({ hasText: "Ended" })).toContainText("Will be deleted on");
      await expect(list.getByRole("progressbar", { name: "Upload of Ended" })).toBeVisible();
      await list.getByRole("button", { name: "Cancel upload: Ended" }).click();
      const question = studio.getByRole("alertdialog", { name: "Cancel this upload?" });
      await expect(question).toContainText("the file must be uploaded again from the beginning");
      await question.getByRole("button", { name: "Cancel upload" }).click();
      await expect(studio.getByText("The upload of “Ended” was cancelled.")).toBeVisible();
      await expect(list.getByRole("listitem").filter({ hasText: "Ended" })).toHaveCount(0);

      await expect(row(page, "Ended.mkv")).toContainText("This upload was cancelled in the studio.");
      await setNetwork(session, {});
      await row(page, "Ended.mkv").getByRole("button", { name: "Try again: Ended" }).click();
      await expect(row(page, "Ended.mkv")).toContainText("Added to the archive");
    },
  );

  test(
    "a file that is no recording is refused in its row, a cancelled upload can be restored, and a full disk is reported before the first byte",
    { tag: "@long" },
    async ({ page, server, clips, files }) => {
      const session = await openStudio(page);
      const playlist = path.join(clips.folder, "list.mp4");
      await writeFile(playlist, "#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n");
      await drop(page, [playlist]);
      await expect(row(page, "list.mp4")).toContainText("This is a playlist, not a recording.");

      const file = await makeAnother(clips, "Cancelled.mkv", files[1]);
      await setNetwork(session, { upload: 400_000 });
      await drop(page, [file]);
      await expect.poll(() => progress(page, "Cancelled.mkv")).toBeGreaterThan(0.05);
      await row(page, "Cancelled.mkv")
        .getByRole("button", { name: /^Cancel/ })
        .click();
      await expect(row(page, "Cancelled.mkv")).toHaveCount(0);
      await page.getByRole("button", { name: "Undo" }).click();
      await setNetwork(session, {});
      await expect(row(page, "Cancelled.mkv")).toContainText("Added to the archive");

      await server.kill();
      await server.start({ LEAST_FREE_GB: "1000000" });
      const sent: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "PATCH") sent.push(request.url());
      });
      await drop(page, [await makeAnother(clips, "No room.mkv", files[2])]);
      await expect(row(page, "No room.mkv")).toContainText("There is not enough space");
      expect(sent).toEqual([]);
      // the next journey has room
      await server.kill();
      await server.start();
    },
  );
});
