// Sends the uploads of two editors to a real archive whose server can be stopped and started again.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { buildApp } from "#server/http/app.ts";
import { originalName, hashStored } from "#server/media/store/store.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { findFreePort } from "#server/testing/free-port.ts";

export type Who = "editor" | "owner";

export interface Answer {
  status: number;
  offset: number | null;
  location: string | null;
  /** The answer to the last part of an upload. */
  taken: { id: string; is_new: boolean } | null;
}

export interface UploadDoor extends AsyncDisposable {
  ask(
    who: Who,
    method: string,
    address: string,
    more?: { headers?: Record<string, string>; body?: Buffer },
  ): Promise<Answer>;
  describe(who: Who, address: string, title: string): Promise<number>;
  restart(): Promise<void>;
  findVideo(id: string): Promise<{ title: string; sha256: string }>;
}

export async function openUploadDoor(): Promise<UploadDoor> {
  await using stack = new AsyncDisposableStack();
  const archive = stack.use(await openTestArchive({ kind: "sqlite", store: "disk" }));
  const { parts, url: origin } = archive;
  // this test ends with the upload, so preparing jobs are cancelled before they start
  await sql`create trigger put_off after insert on job when new.kind like 'prepare-%'
    begin update job set state = 'cancelled' where id = new.id; end`.execute(parts.db);
  const cookies = {} as Record<Who, string>;
  for (const who of ["editor", "owner"] as const) {
    const browser = archive.openBrowser();
    await browser.signIn(`patron-${who}`);
    cookies[who] = `session=${browser.cookies.get("session")}`;
  }
  const port = await findFreePort();
  const open = async () => {
    const app = await buildApp(parts);
    await app.listen({ host: "127.0.0.1", port });
    return app;
  };
  let app = await open();
  stack.defer(() => app.close());

  async function send(
    who: Who,
    method: string,
    address: string,
    init: { headers: Record<string, string>; body?: string | Buffer },
  ) {
    const headers = { cookie: cookies[who], origin, ...init.headers };
    const body =
      init.body === undefined ? {} : { body: typeof init.body === "string" ? init.body : new Uint8Array(init.body) };
    for (;;) {
      const response = await fetch(`http://localhost:${port}${address}`, { method, headers, ...body });
      // refused because the machine is busy or a request limit was reached: nothing was done, so it is sent again
      const isPutOff = response.status === 503 || (response.status === 429 && response.headers.has("retry-after"));
      if (!isPutOff) return response;
      await response.arrayBuffer();
      if (response.status === 429) await reopen();
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function reopen(): Promise<void> {
    await app.close();
    app = await open();
  }

  const kept = stack.move();
  return {
    async ask(who, method, address, { headers = {}, body } = {}) {
      const given = { headers: { "tus-resumable": "1.0.0", ...headers }, ...(body && { body }) };
      const response = await send(who, method, address, given);
      const text = await response.text();
      const offset = response.headers.get("upload-offset");
      return {
        status: response.status,
        offset: offset === null ? null : Number(offset),
        location: response.headers.get("location"),
        taken: response.status === 200 && text.startsWith("{") ? (JSON.parse(text) as Answer["taken"]) : null,
      };
    },
    async describe(who, address, title) {
      const headers = { "content-type": "application/json" };
      const response = await send(who, "PUT", address, { headers, body: JSON.stringify({ title }) });
      await response.arrayBuffer();
      return response.status;
    },
    restart: reopen,
    async findVideo(id) {
      const { title } = await parts.db
        .selectFrom("video")
        .select("title")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return { title, sha256: (await hashStored(parts.media.store, id, originalName)).sha256 };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** A tenth of a second of audio, different for every number. */
export function makeRecording(number: number): Buffer {
  const samples = Buffer.alloc(1600);
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(((at * 37 + number) % 2000) - 1000, at);
  samples.writeUInt32LE(number >>> 0, 0);
  const head = Buffer.from(
    "RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0",
    "latin1",
  );
  head.writeUInt32LE(36 + samples.length, 4);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

export function sha256Of(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
