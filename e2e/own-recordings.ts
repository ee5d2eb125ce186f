// Recordings for a test with its own server: imported with the product's own command, and damaged on the disk.
import { execFile } from "node:child_process";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { originalOf } from "#server/media/store/store.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { type Clips, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { expect, test as journey } from "./journey.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";

const onDisk = { S3_BUCKET: "", S3_ENDPOINT: "", S3_ACCESS_KEY_ID: "", S3_SECRET_ACCESS_KEY: "" };

/** With a server whose files are in a folder, even if other tests use a bucket, because these tests damage the files. */
export const test = journey.extend<{ name: string }, { server: OwnServer; clips: Clips }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, provide) => {
      await using server = await openOwnServer(onDisk);
      await server.start();
      await provide(server);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  clips: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, provide) => {
      await using clips = await openClips();
      await provide(clips);
    },
    { scope: "worker" },
  ],
  /** A title that no other test uses. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
  name: async ({}, provide) => provide(`Evening ${crypto.randomUUID().slice(0, 8)}`),
  baseURL: async ({ server }, provide) => provide(server.url),
});

/** Audio only, so that it is ready soon. No two are the same. */
export async function makeSound(clips: Clips, title: string): Promise<string> {
  return clips.make(`${title}.m4a`, `-f lavfi -i anoisesrc=d=3:a=0.2:seed=${anySeed()} -c:a aac`);
}

export async function makePictures(clips: Clips, title: string, seconds: number): Promise<string> {
  const sound = `-f lavfi -i anoisesrc=d=${seconds}:a=0.2:seed=${anySeed()}`;
  return clips.make(`${title}.mp4`, `${pictures("320x180", 10, seconds)} ${sound} ${x264} -c:a aac`);
}

function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

/** Returns its id. Works while the server is stopped, too; then nothing is prepared yet. */
export async function takeIn(server: OwnServer, file: string): Promise<string> {
  const command = ["scripts/archive.ts", "import", file];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: server.environment });
  const id = /taken in as ([a-z2-7]{26})/.exec(stdout)?.[1];
  if (id === undefined) throw new Error(`not taken in: ${stdout}`);
  return id;
}

export async function untilState(server: OwnServer, id: string, state: "published" | "failed"): Promise<void> {
  const editor = createBrowser(server.url);
  await editor.signIn("patron-editor");
  const now = async () => (await editor.ask<{ video?: { state: string } }>(`GET /api/video/v/${id}`)).body.video?.state;
  await expect.poll(now, { timeout: 60_000 }).toBe(state);
}

export async function takeInReady(server: OwnServer, file: string): Promise<string> {
  const id = await takeIn(server, file);
  await untilState(server, id, "published");
  return id;
}

/** Damages a file like a bad disk: its length stays, but nothing in it can be played. Returns a function that repairs it. */
export async function damageOriginal(server: OwnServer, id: string): Promise<() => Promise<void>> {
  const file = placeOf(server, id);
  const whole = await readFile(file);
  const damaged = Buffer.from(whole);
  for (let at = 0; at < whole.length; at += whole.readUInt32BE(at)) {
    const isMedia = whole.toString("latin1", at + 4, at + 8) === "mdat";
    if (isMedia) damaged.fill(0, at + 8, at + whole.readUInt32BE(at));
  }
  await writeFile(file, damaged);
  return () => writeFile(file, whole);
}

/** Returns a function that undoes it. */
export async function removeOriginal(server: OwnServer, id: string): Promise<() => Promise<void>> {
  const file = placeOf(server, id);
  await rename(file, `${file}.away`);
  return () => rename(`${file}.away`, file);
}

function placeOf({ dataDir }: OwnServer, id: string): string {
  return originalOf({ folder: path.join(dataDir, "media") }, id);
}
