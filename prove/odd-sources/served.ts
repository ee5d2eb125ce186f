// Reads over HTTP everything that a member is served of a recording: playlists, and the files they name.
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "#server/testing/browser.ts";

export interface Playlist {
  /** Its name in the address, such as video-source.m3u8. */
  name: string;
  seconds: number;
  /** The positions of its segments in the file. */
  offsets: number[];
  file: Buffer;
}

export interface Member {
  url: string;
  browser: Browser;
}

async function fetchBytes({ url, browser }: Member, address: string): Promise<Buffer> {
  for (;;) {
    const response = await fetch(url + address, { headers: { cookie: writeCookies(browser) } });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status === 200) return body;
    if (response.status !== 503) throw new Error(`${address}: ${response.status}`);
    await sleep(200);
  }
}

export function writeCookies({ cookies }: Browser): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

export async function readServed(member: Member, id: string): Promise<Playlist[]> {
  const at = `/api/media/${id}/master.m3u8`;
  const master = (await fetchBytes(member, at)).toString();
  const names = [...master.matchAll(/URI="([^"]+)"|^([^#\s].*)$/gm)].map(([, uri, line]) => uri ?? line ?? "");
  return Promise.all([...new Set(names)].map((name) => readPlaylist(member, new URL(name, `http://x${at}`))));
}

/** Null when there is no such playlist. */
export async function findPlaylist(member: Member, id: string, name: string): Promise<Playlist | null> {
  try {
    return await readPlaylist(member, new URL(`http://x/api/media/${id}/${name}`));
  } catch {
    return null;
  }
}

async function readPlaylist(member: Member, address: URL): Promise<Playlist> {
  const text = (await fetchBytes(member, address.pathname + address.search)).toString();
  const map = new URL(/#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? "", address);
  const lengths = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
  return {
    name: address.pathname.split("/").at(-1) ?? "",
    seconds: lengths.reduce((sum, seconds) => sum + seconds, 0),
    offsets: [...text.matchAll(/#EXT-X-BYTERANGE:\d+@(\d+)/g)].map(([, offset]) => Number(offset)),
    file: await fetchBytes(member, map.pathname + map.search),
  };
}
