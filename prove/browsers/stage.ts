// An archive with its page and a few recordings, reached through a line that can be slow; its log says what it has sent.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { VideoInList } from "#contract/video.ts";
import { buildPage } from "#scripts/build-page.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { type Browser, createBrowser } from "#server/testing/browser.ts";
import { chord, type Clips, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { commandLine } from "#server/testing/process.ts";
import { openSlowLine, type SlowLine } from "./slow-line.ts";

export interface Stage extends AsyncDisposable {
  url: string;
  line: SlowLine;
  clips: Clips;
  /** An editor without a browser, to see what the archive has. */
  editor: Browser;
  list(): Promise<VideoInList[]>;
  /** A recording of three seconds for one journey; returns its title. */
  addSound(title: string): Promise<string>;
  /** Somebody like that persona of the providers, whom no other journey knows. */
  makePerson(persona: string): Promise<string>;
  /** Counts, from now on, the bytes that the archive sends, by kind of file. */
  watchBytes(): () => Map<string, number>;
}

export const long = "The first evening";
export const hidden = "Rehearsal nobody should see";
export const caption = "The river sings the lower part";

export async function openStage(): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  await buildPage();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const lines: string[] = [];
  const archive = stack.use(
    await openTestArchive({
      store: "disk",
      kind: "sqlite",
      env: { PUBLIC_URL: url, LOG_LEVEL: "debug" },
      emulator: { archiveUrl: url },
      pageFolder: path.resolve("web/dist"),
      logTo: { write: (text) => void lines.push(...text.split("\n").filter(Boolean)) },
    }),
  );
  const line = stack.use(await openSlowLine(port, Number(archive.environment["PORT"])));
  const clips = stack.use(await openClips());
  const editor = createBrowser(url);
  await editor.signIn("patron-editor");
  const list = async () => (await editor.ask<{ videos: VideoInList[] }>("GET /api/video/list")).body.videos;
  const add: Add = async (file, described) => {
    await importFile(archive.environment, file, described);
    while ((await list()).some(({ state }) => state !== "published")) await sleep(200);
  };
  await addRecordings(clips, add);
  let people = 0;
  const kept = stack.move();
  return {
    url,
    line,
    clips,
    editor,
    list,
    async addSound(title) {
      const noise = `-f lavfi -i anoisesrc=d=3:a=0.2:seed=${Math.floor(Math.random() * 2 ** 31)} -c:a aac`;
      await add(await clips.make(`${title}.m4a`, noise), { title, date: "2024-12-20T20:00:00Z" });
      return title;
    },
    async makePerson(persona) {
      const person = `${persona}-${++people}`;
      await archive.control(`PUT personas/${person}`, { like: persona });
      return person;
    },
    watchBytes() {
      const from = lines.length;
      return () => addUp(lines.slice(from));
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

function addUp(lines: readonly string[]): Map<string, number> {
  const sent = new Map<string, number>();
  for (const line of lines) {
    const { kind, bytes = 0 } = JSON.parse(line) as { kind?: string; bytes?: number };
    if (kind !== undefined) sent.set(kind, (sent.get(kind) ?? 0) + bytes);
  }
  return sent;
}

interface Described {
  title: string;
  date: string;
  hidden?: boolean;
}

type Add = (file: string, described: Described) => Promise<void>;

/** With the product's own command. */
async function importFile(environment: Record<string, string>, file: string, described: Described): Promise<void> {
  await writeFile(`${file}.json`, JSON.stringify(described));
  const env = { ...environment, PATH: process.env["PATH"] };
  await promisify(execFile)(process.execPath, [commandLine, "import", file], { env });
}

async function addRecordings(clips: Clips, add: Add): Promise<void> {
  const say = (line: string) => `1\n00:00:00,200 --> 00:00:58,000\n${line}\n`;
  await writeFile(path.join(clips.folder, "en.srt"), say(caption));
  await writeFile(path.join(clips.folder, "de.srt"), say("Der Fluss singt die Unterstimme"));
  const languages = "-metadata:s:s:0 language=eng -metadata:s:s:1 language=ger";
  const texts = `-i en.srt -i de.srt -map 0:v -map 1:a -map 2 -map 3 ${languages}`;
  const video = `${x264} -c:a aac`;
  const longFile = await clips.make("long.mkv", `${pictures("320x180", 10, 61)} ${chord(61)} ${texts} ${video}`);
  await add(longFile, { title: long, date: "2025-03-20T20:00:00Z" });
  const hiddenFile = await clips.make("hidden.mp4", `${pictures("320x180", 10, 3)} ${chord(3)} ${video}`);
  await add(hiddenFile, { title: hidden, date: "2025-02-20T20:00:00Z", hidden: true });
  const short = await clips.make("short.mp4", `${pictures("320x180", 10, 24)} ${chord(24)} ${video}`);
  await add(short, { title: "Café at midnight", date: "2025-01-20T20:00:00Z" });
}
