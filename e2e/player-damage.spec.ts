// Watching when files are missing or damaged on the disk, and after they have been put back.
import { readdir, rename } from "node:fs/promises";
import path from "node:path";
import { folderOf } from "#server/media/store/store.ts";
import { expect, signIn } from "./journey.ts";
import { damageOriginal, makePictures, makeSound, takeIn, takeInReady, test, untilState } from "./own-recordings.ts";
import type { OwnServer } from "./own-server.ts";
import { audioOnly, media, openRecording, untilAfter, untilPlaying } from "./player.ts";

/** Returns the way back. */
async function removePictures({ dataDir }: OwnServer, id: string): Promise<() => Promise<void>> {
  const folder = folderOf({ folder: path.join(dataDir, "media") }, id);
  const names = (await readdir(folder)).filter((name) => /^video-.*\.mp4$/.test(name));
  expect(names).not.toEqual([]);
  const [here, away] = [(name: string) => path.join(folder, name), (name: string) => path.join(dataDir, name)];
  for (const name of names) await rename(here(name), away(name));
  return async () => {
    for (const name of names) await rename(away(name), here(name));
  };
}

test.describe("a file that is missing", () => {
  test.use({ expectedErrors: /50[03] \(|Could not load/ });

  test("shows a message with two choices, and Try again plays it once it is back", async ({
    page,
    server,
    clips,
    name,
  }) => {
    const id = await takeInReady(server, await makePictures(clips, name, 6));
    const putBack = await removePictures(server, id);
    await signIn(page, "patron-gold");
    await openRecording(page, name);
    const trouble = page.getByRole("alert").filter({ hasText: "A part of this recording is missing" });
    await expect(trouble).toContainText("Please tell an editor.");
    await expect(trouble.getByRole("link", { name: "Back to the archive" })).toHaveAttribute("href", "/");
    await putBack();
    await trouble.getByRole("button", { name: "Try again" }).click();
    await untilPlaying(page);
    await expect(trouble).toHaveCount(0);
    expect((await media(page)).width).toBeGreaterThan(0);
  });

  test(
    "shows a message in the middle of playing, too, and playing continues there once it is back",
    { tag: "@long" },
    async ({ page, server, clips, name }) => {
      const id = await takeInReady(server, await makePictures(clips, name, 30));
      await signIn(page, "patron-gold");
      // with Audio Only the server has no video file open, so the file is really missing
      await audioOnly(page).click();
      await openRecording(page, name);
      await untilPlaying(page);
      const putBack = await removePictures(server, id);
      await page.keyboard.press("a");
      const trouble = page.getByRole("alert").filter({ hasText: "A part of this recording is missing" });
      await expect(trouble).toBeVisible();
      const { time } = await media(page);
      await putBack();
      await trouble.getByRole("button", { name: "Try again" }).click();
      await untilAfter(page, Math.max(0.5, time));
      await expect(trouble).toHaveCount(0);
      await expect.poll(async () => (await media(page)).width).toBeGreaterThan(0);
    },
  );
});

test("for a recording that could not be prepared, editors see why, and Try again prepares and plays it", async ({
  page,
  server,
  clips,
  name,
}) => {
  await server.kill();
  const id = await takeIn(server, await makeSound(clips, name));
  const repair = await damageOriginal(server, id);
  await server.start();
  await untilState(server, id, "failed");
  await signIn(page, "patron-editor");
  await openRecording(page, name);
  const player = page.getByRole("region", { name: "Player" });
  await expect(player).toContainText("This recording could not be prepared");
  await expect(player).toContainText("Nothing in this file can be played.");

  // a file that is still damaged fails again, and the page says so again
  await player.getByRole("button", { name: "Try again" }).click();
  await expect(player).toContainText("This recording is being prepared");
  await expect(player).toContainText("This recording could not be prepared");

  await repair();
  await player.getByRole("button", { name: "Try again" }).click();
  await untilPlaying(page);
  await expect(page.getByText("This recording could not be prepared")).toHaveCount(0);
});
