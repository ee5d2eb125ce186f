// Captions: read from the recording itself, shown over the video, and remembered.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { chord, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { expect, signIn } from "./journey.ts";
import { takeInReady, test } from "./own-recordings.ts";
import { openRecording, untilPlaying } from "./player.ts";

async function makeSung(clips: Clips, title: string): Promise<string> {
  const words = (line: string) => `1\n00:00:00,200 --> 00:00:58,000\n${line}\n`;
  await writeFile(path.join(clips.folder, "en.srt"), words("The river sings the lower part"));
  await writeFile(path.join(clips.folder, "de.srt"), words("Der Fluss singt die Unterstimme"));
  const maps = "-map 0:v -map 1:a -map 2 -map 3 -metadata:s:s:0 language=eng -metadata:s:s:1 language=ger";
  const sources = `${pictures("640x360", 10, 60)} ${chord(60)} -i en.srt -i de.srt`;
  return clips.make(`${title}.mkv`, `${sources} ${maps} ${x264} -c:a aac -metadata comment=${crypto.randomUUID()}`);
}

/** As the page draws them; the browser itself draws none. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const isDrawnTwice = Array.from(document.querySelector("video")?.textTracks ?? []).some(
      ({ mode }) => mode === "showing",
    );
    if (isDrawnTwice) throw new Error("the browser draws captions, too");
    return Array.from(document.querySelectorAll("[data-captions] p"), (line) => line.textContent);
  });

test("are off at first, are turned on with C, change language in the menu, and stay on for the next visit", async ({
  page,
  server,
  clips,
  name,
}) => {
  await takeInReady(server, await makeSung(clips, name));
  await signIn(page, "patron-gold");
  await openRecording(page, name);
  await untilPlaying(page);
  const button = page.getByRole("button", { name: "Captions", exact: true });
  await expect(button).toHaveAttribute("aria-pressed", "false");
  expect(await shown(page)).toEqual([]);

  await page.keyboard.press("c");
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => shown(page)).toEqual(["The river sings the lower part"]);

  await page.getByRole("button", { name: "Speed, quality and captions" }).click();
  await page.getByRole("group", { name: "Captions" }).getByText("German").click();
  await expect.poll(() => shown(page)).toEqual(["Der Fluss singt die Unterstimme"]);
  await page.keyboard.press("Escape");

  await page.reload();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => shown(page)).toEqual(["Der Fluss singt die Unterstimme"]);
  await button.click();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  expect(await shown(page)).toEqual([]);
  await page.reload();
  await expect(button).toHaveAttribute("aria-pressed", "false");
  expect(await shown(page)).toEqual([]);
});

test(
  "have a size and a background that are remembered, and are above the controls on a phone",
  { tag: "@long" },
  async ({ page, server, clips, name }) => {
    await takeInReady(server, await makeSung(clips, name));
    await signIn(page, "patron-gold");
    await openRecording(page, name);
    await untilPlaying(page);
    await page.keyboard.press("c");
    await page.keyboard.press("k");
    const text = page.getByText("The river sings the lower part");
    const size = () => text.evaluate((line) => Number.parseFloat(getComputedStyle(line).fontSize));
    const normal = await size();
    await page.getByRole("button", { name: "Speed, quality and captions" }).click();
    await page.getByRole("radio", { name: "Large" }).check();
    await expect.poll(size).toBeGreaterThan(normal * 1.2);
    await page.getByRole("radio", { name: "Solid" }).check();
    await page.reload();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(size).toBeGreaterThan(normal * 1.2);
    await page.keyboard.press("k");
    await expect(text).toHaveCSS("background-color", "rgb(0, 0, 0)");

    await page.setViewportSize({ width: 360, height: 640 });
    expect(await size()).toBeGreaterThanOrEqual(16);
    const [line, bar] = [await text.boundingBox(), await page.getByRole("slider", { name: "Position" }).boundingBox()];
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  },
);
