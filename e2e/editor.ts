// The editor of a recording, beside the player.
import type { Locator, Page } from "@playwright/test";

export const editor = (page: Page): Locator => page.getByRole("dialog", { name: /^Edit / });

/** On the page of a recording; returns the editor with that tab. */
export async function openEditor(page: Page, tab: string): Promise<Locator> {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await editor(page).getByRole("tab", { name: tab }).click();
  return editor(page);
}

/** Where each song begins and ends is set on the waveform. */
export async function openSongTimes(page: Page): Promise<void> {
  await (await openEditor(page, "Song times")).getByRole("link", { name: "Set the song times" }).click();
}
