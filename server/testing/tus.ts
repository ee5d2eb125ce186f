// A tus client as others write them: each request by itself, with whatever headers a test wants.
import type { Browser } from "./browser.ts";

export interface TusClient {
  ask(method: string, address: string, headers?: Record<string, string>, body?: Buffer): Promise<Response>;
  /** Its address. */
  begin(size: number, metadata?: Record<string, string>): Promise<string>;
  send(address: string, offset: number, body: Buffer, more?: Record<string, string>): Promise<Response>;
}

export const partType = "application/offset+octet-stream";

export function createTusClient(url: string, browser: Browser): TusClient {
  const client: TusClient = {
    ask(method, address, headers = {}, body) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const all = { ...(cookie && { cookie }), origin: url, "tus-resumable": "1.0.0", ...headers };
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
      return fetch(url + address, { method, headers: given, ...(body && { body: new Uint8Array(body) }) });
    },
    async begin(size, metadata = { filename: "song.mkv" }) {
      const pairs = Object.entries(metadata).map(([name, text]) => `${name} ${Buffer.from(text).toString("base64")}`);
      const headers = { "upload-length": String(size), "upload-metadata": pairs.join(",") };
      const answer = await client.ask("POST", "/api/upload", headers);
      if (answer.status !== 201) throw new Error(`not begun: ${answer.status} ${await answer.text()}`);
      return answer.headers.get("location") ?? "";
    },
    send: (address, offset, body, more = {}) =>
      client.ask("PATCH", address, { "upload-offset": String(offset), "content-type": partType, ...more }, body),
  };
  return client;
}
