// A member at a premiere: logs in, looks at the list, opens the recording, plays it and reports what was heard, as the page does. It counts what
// was refused, and how long the player would have stood still.
import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, createBrowser } from "#server/testing/browser.ts";

interface Evening {
  url: string;
  /** The address that the proxy says it comes from. */
  address: string;
  persona: string;
  title: string;
  /** How much of the recording is watched. */
  seconds: number;
}

export interface Watched {
  /** Every answer that was not the expected one, and every connection that broke. */
  refused: string[];
  /** The longest time that it stood still after the start. */
  stalledMs: number;
  /** From opening the recording to its first picture. */
  startMs: number;
  bytes: number;
}

interface Piece {
  path: string;
  range: string;
  seconds: number;
}

/** Pieces are loaded until so much is ahead. */
const aheadSeconds = 12;

export async function attend({ url, address, persona, title, seconds }: Evening): Promise<Watched> {
  const watched: Watched = { refused: [], stalledMs: 0, startMs: 0, bytes: 0 };
  const from = { "x-forwarded-for": address };
  const browser = createBrowser(url, async (to, init) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(from)) headers.set(name, value);
    const answer = await fetch(to, { ...init, headers });
    if (answer.status >= 400) watched.refused.push(`${answer.status} ${new URL(to).pathname}`);
    return answer;
  });
  try {
    await browser.signIn(persona);
    await browser.whoAmI();
    const { body: list } = await browser.ask<{ videos: { id: string; title: string }[] }>("GET /api/video/list");
    const id = list.videos.find((video) => video.title === title)?.id;
    if (id === undefined) throw new Error(`${title} is not in the list`);
    await browser.ask("GET /api/user/positions");
    const began = performance.now();
    await browser.ask(`GET /api/video/v/${id}`);
    const read = async (file: string) => (await browser.ask<string>(`GET /api/media/${id}/${file}`)).body;
    const lists = await Promise.all(readTracks(await read("master.m3u8")).map(read));
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const line = openLine(url, { cookie, ...from });
    await Promise.all([
      play({ tracks: lists.map((text) => readPieces(text, id)), line, seconds, began }, watched),
      reportHeard(browser, { id, seconds }),
    ]);
    line.close();
  } catch (error) {
    watched.refused.push(String(error));
  }
  return watched;
}

interface Playing {
  tracks: Piece[][];
  line: ReturnType<typeof openLine>;
  seconds: number;
  began: number;
}

const reportedSeconds = 15;

/** Where it is, and what was heard since the last time. */
async function reportHeard(browser: Browser, { id, seconds }: { id: string; seconds: number }): Promise<void> {
  const listening = { id: crypto.randomUUID(), kind: "video", day: new Date().toISOString().slice(0, 10) };
  for (let from = 0; from < seconds; from += reportedSeconds) {
    const to = Math.min(seconds, from + reportedSeconds);
    await sleep((to - from) * 1000);
    const heard = [{ ...listening, before: from, spans: [[from, to]] }];
    await browser.ask(`PUT /api/user/positions/${id}`, {
      ...{ seconds: to, at: new Date().toISOString(), playing: to < seconds, heard },
    });
  }
}

/** Each track on its own, as players do; the slower one decides. */
async function play({ tracks, line, seconds, began }: Playing, watched: Watched): Promise<void> {
  let startedAt = Infinity;
  let hasStarted = 0;
  await Promise.all(
    tracks.map(async (pieces) => {
      /** How far this track is loaded, in seconds of the recording. */
      let loaded = 0;
      let stalledMs = 0;
      for (const piece of pieces) {
        if (loaded >= seconds) break;
        const playedMs = Math.max(0, performance.now() - startedAt - stalledMs);
        await sleep(Math.max(0, (loaded - aheadSeconds) * 1000 - playedMs));
        watched.bytes += await line.load(piece);
        // the next second should have been played already
        const lateMs = performance.now() - startedAt - stalledMs - loaded * 1000;
        if (lateMs > 0) stalledMs += lateMs;
        watched.stalledMs = Math.max(watched.stalledMs, lateMs);
        if (loaded === 0 && (hasStarted += 1) === tracks.length) {
          startedAt = performance.now();
          watched.startMs = startedAt - began;
        }
        loaded += piece.seconds;
      }
    }),
  );
}

/** The audio, and the largest size of the video. */
function readTracks(master: string): string[] {
  return [/URI="([^"]+)"/.exec(master)?.[1], /#EXT-X-STREAM-INF.*\n(.+)/.exec(master)?.[1]].map((file) => file ?? "");
}

function readPieces(playlist: string, id: string): Piece[] {
  const found = playlist.matchAll(/#EXTINF:([\d.]+).*\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.+)/g);
  return [...found].map(([, seconds, length, start, file]) => ({
    path: `/api/media/${id}/${file}`,
    range: `bytes=${start}-${Number(start) + Number(length) - 1}`,
    seconds: Number(seconds),
  }));
}

/** Without keeping what arrives: only the server is to have work. */
function openLine(url: string, headers: IncomingHttpHeaders) {
  const agent = new Agent({ keepAlive: true });
  return {
    load: ({ path, range }: Piece) =>
      new Promise<number>((resolve, reject) => {
        const sent = request(url + path, { agent, headers: { ...headers, range } }, (answer) => {
          let bytes = 0;
          if (answer.statusCode !== 206) reject(new Error(`${answer.statusCode} ${path}`));
          answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
          answer.on("end", () => resolve(bytes));
          answer.on("error", reject);
        });
        sent.on("error", reject);
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}
