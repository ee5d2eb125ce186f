// An upload as a client sends it, step by step, for tests in which the disk fails meanwhile.
import { sendAgain, type Browser } from "#server/testing/browser.ts";

interface Sent {
  upload: string;
  offset: number;
  body: Buffer;
}

interface Call {
  method: string;
  address: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

/** The address of the upload. */
export async function beginUpload(url: string, editor: Browser, size: number): Promise<string> {
  const headers = { "upload-length": String(size), "upload-metadata": `filename ${btoa("x.mp4")}` };
  const begun = await ask(url, editor, { method: "POST", address: "/api/upload", headers });
  if (begun.status !== 201) throw new Error(`no upload was started: ${begun.status} ${await begun.text()}`);
  return begun.headers.get("location") ?? "";
}

/** Null when the upload has ended. */
export async function askOffset(url: string, editor: Browser, upload: string): Promise<number | null> {
  const { headers } = await ask(url, editor, { method: "HEAD", address: upload });
  const offset = headers.get("upload-offset");
  return offset === null ? null : Number(offset);
}

export function sendPart(url: string, editor: Browser, { upload, offset, body }: Sent): Promise<Response> {
  const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
  return ask(url, editor, { method: "PATCH", address: upload, headers, body });
}

function ask(url: string, editor: Browser, call: Call): Promise<Response> {
  const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: url, "tus-resumable": "1.0.0", ...call.headers };
  const body = call.body && { body: new Uint8Array(call.body) };
  return sendAgain(fetch, url + call.address, { method: call.method, headers, ...body });
}
