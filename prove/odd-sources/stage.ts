// An archive with its page, a member who is signed in, and a folder for the files.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPage } from "#scripts/build-page.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { openPlayer } from "./player.ts";
import type { Stage } from "./run.ts";

export async function openStage({ hasPlayer }: { hasPlayer: boolean }): Promise<Stage & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  if (hasPlayer) await buildPage();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-odd-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const page = hasPlayer ? { pageFolder: path.resolve("web/dist") } : {};
  const archive = stack.use(await openTestArchive(page));
  const browser = archive.openBrowser();
  await browser.signIn("patron-gold");
  const member = { url: archive.url, browser };
  const player = hasPlayer ? stack.use(await openPlayer(member)) : null;
  const kept = stack.move();
  return { archive, member, folder, watch: player && player.watch, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
