// Shared by the upload tests: dropping files, a slow or lost network, and reading a row.
import type { CDPSession, Page } from "@playwright/test";
import { appendFile, copyFile } from "node:fs/promises";
import path from "node:path";
import { readConfig } from "#server/config.ts";
import { hashPieces } from "#server/media/store/hash.ts";
import type { StoredFile } from "#server/media/store/backend.ts";
import { keyOf, openBackend, originalName } from "#server/media/store/store.ts";
import type { Clips } from "#server/testing/clips.ts";
import type { OwnServer } from "./own-server.ts";

export const row = (page: Page, name: string) =>
  page.getByRole("list", { name: "Uploads", exact: true }).locator("li").filter({ hasText: name });
export const progress = (page: Page, name: string) =>
  row(page, name)
    .getByRole("progressbar")
    .evaluate((bar) => (bar as HTMLProgressElement).value)
    .catch(() => 0);

/** Drops files on the page, like a person. */
export async function drop(page: Page, dropped: string[]): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement("input");
    Object.assign(input, { type: "file", multiple: true, id: "dragged" });
    document.body.append(input);
  });
  await page.setInputFiles("#dragged", dropped);
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>("#dragged");
    const dataTransfer = new DataTransfer();
    for (const file of input?.files ?? []) dataTransfer.items.add(file);
    const zone = document.querySelector("[data-testid=upload-drop]");
    zone?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    input?.remove();
  });
}

export async function setNetwork(session: CDPSession, { offline = false, upload = -1 }): Promise<void> {
  await session.send("Network.emulateNetworkConditions", {
    offline,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: upload,
  });
}

/** The same recording as another file: its name is appended to its end. */
export async function makeAnother({ folder }: Clips, name: string, of = ""): Promise<string> {
  const file = path.join(folder, name);
  await copyFile(of, file);
  await appendFile(file, name);
  return file;
}

/** Size and checksum of the stored original, from the disk or the bucket. */
export async function hashOriginal({ dataDir, environment }: OwnServer, id: string): Promise<StoredFile> {
  const { bucket } = readConfig(environment, {});
  await using backend = await openBackend(path.join(dataDir, "media"), bucket);
  return hashPieces(backend.read(keyOf(id, originalName)));
}
