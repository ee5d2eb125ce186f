// Fetches the first bytes of a recording before it is opened: playlists, heads and the fragments it will begin with.
// Kept in memory, for one recording, until the engine asks for the same bytes.

interface Warm {
  /** Under "address from-to". */
  parts: Map<string, Promise<ArrayBuffer | string | null>>;
  address: string;
}
let warm: Warm | null = null;

export interface Wanted {
  address: string;
  position: number;
  isAudioOnly: boolean;
}

export function keyOf(address: string, from?: number, to?: number): string {
  return from === undefined || !to ? address : `${address} ${from}-${to}`;
}

/** Once only: what is asked for again may have changed. */
export function takeWarm(key: string): Promise<ArrayBuffer | string | null> | undefined {
  const part = warm?.parts.get(key);
  warm?.parts.delete(key);
  return part;
}

export async function warmStream({ address, position, isAudioOnly }: Wanted): Promise<void> {
  if (warm?.address === address) return;
  const mine: Warm = { parts: new Map(), address };
  warm = mine;
  const absolute = new URL(address, location.href).href;
  const master = await fetchText(mine, absolute);
  if (master === null) return;
  const { pictures, sound } = chooseFirst(master, absolute);
  const chosen = [isAudioOnly ? null : pictures, sound].filter((one) => one !== null);
  await Promise.all(chosen.map((playlist) => warmTrack(mine, playlist, position)));
}

async function warmTrack(mine: Warm, playlist: string, position: number): Promise<void> {
  const text = await fetchText(mine, playlist);
  if (text === null) return;
  await Promise.all(listFirst(text, playlist, position).map((part) => fetchBytes(mine, part)));
}

interface Part {
  address: string;
  from: number;
  to: number;
}

/** The size that a line of average speed begins with, and the sound. */
export function chooseFirst(master: string, base: string): { pictures: string | null; sound: string | null } {
  const variants = [...master.matchAll(/^#EXT-X-STREAM-INF:(.*RESOLUTION=.*)\r?\n(\S+)/gm)].map(
    ([, attributes = "", uri = ""]) => ({
      bits: Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(attributes)?.[1] ?? 0),
      uri,
    }),
  );
  const sorted = variants.toSorted((a, b) => b.bits - a.bits);
  const first = sorted.find(({ bits }) => bits < firstBits) ?? sorted.at(-1);
  const sound = /#EXT-X-MEDIA:TYPE=AUDIO.*URI="([^"]+)"/.exec(master)?.[1];
  const absolute = (uri: string | undefined) => (uri === undefined ? null : new URL(uri, base).href);
  return { pictures: absolute(first?.uri), sound: absolute(sound) };
}

/** What the engine takes a line for before it knows better. */
export const firstBits = 3_000_000;

/** The head of a track's file, and the fragment that holds a position. */
export function listFirst(playlist: string, base: string, position: number): Part[] {
  const address = (uri: string) => new URL(uri, base).href;
  const [, headUri, headBytes] = /#EXT-X-MAP:URI="([^"]+)",BYTERANGE="(\d+)@0"/.exec(playlist) ?? [];
  const parts: Part[] = headUri === undefined ? [] : [{ address: address(headUri), from: 0, to: Number(headBytes) }];
  let at = 0;
  for (const [, seconds, bytes, from, uri = ""] of playlist.matchAll(fragment)) {
    at += Number(seconds);
    if (at <= position) continue;
    parts.push({ address: address(uri), from: Number(from), to: Number(from) + Number(bytes) });
    break;
  }
  return parts;
}
const fragment = /#EXTINF:([\d.]+),\r?\n#EXT-X-BYTERANGE:(\d+)@(\d+)\r?\n(\S+)/g;

function fetchText({ parts }: Warm, address: string): Promise<string | null> {
  const text = ask(address).then((answer) => answer?.text() ?? null);
  parts.set(keyOf(address), text);
  return text;
}
function fetchBytes({ parts }: Warm, { address, from, to }: Part): Promise<ArrayBuffer | null> {
  const bytes = ask(address, { range: `bytes=${from}-${to - 1}` }).then((answer) => answer?.arrayBuffer() ?? null);
  parts.set(keyOf(address, from, to), bytes);
  return bytes;
}
/** Null when it went wrong: then the engine asks in its own way, and says what is wrong. */
async function ask(address: string, headers: Record<string, string> = {}): Promise<Response | null> {
  try {
    const answer = await fetch(address, { headers });
    return answer.ok ? answer : null;
  } catch {
    return null;
  }
}
