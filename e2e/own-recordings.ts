// Recordings for a test with its own server: imported with the product's own command, and damaged on the disk.
import { execFile } from "node:child_process";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Video } from "#contract/video.ts";
import { originalOf } from "#server/media/store/store.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { type Clips, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { commandLine } from "#server/testing/process.ts";
import { expect, test as journey } from "./journey.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { shared } from "./stage.ts";

/** A journey's own server, or the one that most share. */
type Place = { url: string; environment: NodeJS.ProcessEnv };

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
    { scope: "worker", timeout: 600_000 },
  ],
  clips: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, provide) => {
      await using clips = await openClips();
      await provide(clips);
    },
    { scope: "worker" },
  ],
  /** Of a recording that no other journey has. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what is asked for
  name: async ({}, provide) => provide(makeTitle()),
  baseURL: async ({ server }, provide) => provide(server.url),
});

/** Only sound: it is ready soon. No two are alike. */
export async function makeSound(clips: Clips, title: string, seconds = 3): Promise<string> {
  return clips.make(`${title}.m4a`, `-f lavfi -i anoisesrc=d=${seconds}:a=0.2:seed=${anySeed()} -c:a aac`);
}

/**
 * In the archive that journeys share, for one that changes a recording: nobody else looks at it, and it is older than
 * all others and so the last of the list. Returns its title.
 */
export async function addSound({ seconds = 3, captions = "" } = {}): Promise<string> {
  await using clips = await openClips();
  const title = makeTitle();
  const file = await makeSound(clips, title, seconds);
  await writeFile(`${file}.json`, JSON.stringify({ date: "2019-03-01T20:00:00Z" }));
  if (captions) await writeFile(file.replace(/m4a$/, "en.srt"), captions);
  await takeInReady(shared, file);
  return title;
}

/** Two tones of half a minute, after two seconds of silence each; see addSound. */
export async function addTones(): Promise<string> {
  await using clips = await openClips();
  const title = makeTitle();
  const pitch = 300 + (anySeed() % 1000) / 10;
  const sound = `(between(t\\,2\\,32)+gt(t\\,36))*0.3*sin(${pitch}*2*PI*t)`;
  const file = await clips.make(`${title}.m4a`, `-f lavfi -i aevalsrc=${sound}:s=48000:d=66 -c:a aac`);
  await writeFile(`${file}.json`, JSON.stringify({ date: "2019-03-01T20:00:00Z" }));
  await takeInReady(shared, file);
  return title;
}

function makeTitle(): string {
  return `Evening ${crypto.randomUUID().slice(0, 8)}`;
}

export async function makePictures(clips: Clips, title: string, seconds: number): Promise<string> {
  const sound = `-f lavfi -i anoisesrc=d=${seconds}:a=0.2:seed=${anySeed()}`;
  return clips.make(`${title}.mp4`, `${pictures("320x180", 10, seconds)} ${sound} ${x264} -c:a aac`);
}

function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

/** Returns its id. Also while the server is stopped: then nothing is prepared yet. */
export async function takeIn(server: Place, file: string): Promise<string> {
  const command = [commandLine, "import", file];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: server.environment });
  const id = /added as ([a-z2-7]{26})/.exec(stdout)?.[1];
  if (id === undefined) throw new Error(`not taken in: ${stdout}`);
  return id;
}

export async function untilState(server: Place, id: string, state: "published" | "failed"): Promise<void> {
  await untilSo(server, id, (video) => video?.state === state);
}

/** Nothing is left to be done for it: it may leave, and no list changes because of it. */
export async function takeInReady(server: Place, file: string): Promise<string> {
  const id = await takeIn(server, file);
  await untilSo(server, id, (video) => video?.state === "published" && video.media?.preparation.state === "done");
  return id;
}

async function untilSo(server: Place, id: string, isSo: (video?: Video) => boolean): Promise<void> {
  const editor = createBrowser(server.url);
  await editor.signIn("patron-editor");
  const look = async () => isSo((await editor.ask<{ video?: Video }>(`GET /api/video/v/${id}`)).body.video);
  await expect.poll(look, { timeout: 400_000 }).toBe(true);
}

/** As a bad disk does it: as long as before, but nothing in it can be played. Returns the way back. */
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
