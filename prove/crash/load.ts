// Editors who change, hide, protect, trash and restore, an owner who deletes, and somebody who uploads: all at once, until
// the connection breaks.
import { createHash } from "node:crypto";
import type { Video } from "#contract/video.ts";
import type { Browser, Reply } from "#server/testing/browser.ts";
import { freeBox } from "#server/testing/clips.ts";
import type { Random } from "#server/testing/random.ts";
import type { Entry, Ledger, Operation, State } from "./ledger.ts";

export interface Load {
  url: string;
  ledger: Ledger;
  random: Random;
  editor: Browser;
  owner: Browser;
  /** A small recording; each upload is a different variant of it. */
  clip: Buffer;
}

/** Ends when the server does. */
export async function work(load: Load, isOver: () => boolean): Promise<void> {
  const groups = 3;
  const editing = Array.from({ length: groups }, (_, group) =>
    until(isOver, async () => {
      const mine = load.ledger.entries.filter(
        ({ known }, index) => index % groups === group && known.where !== "gone" && !isToGo(known),
      );
      const entry = mine[load.random.below(mine.length)];
      if (entry) await changeOne(load, entry);
    }),
  );
  const uploading = until(isOver, () => uploadOne(load));
  const deleting = until(isOver, () => deleteOne(load));
  await Promise.all([...editing, uploading, deleting]);
}

async function until(isOver: () => boolean, act: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    try {
      await act();
    } catch (error) {
      // the connection broke, or a follow-up error
      if (isOver()) return;
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function changeOne(load: Load, entry: Entry): Promise<void> {
  const { editor, random } = load;
  const { known } = entry;
  const at = `/api/video/v/${entry.id}`;
  if (known.where === "trash")
    return perform(load, entry, { name: "restore", next: { ...known, where: "library" } }, () =>
      editor.ask(`POST ${at}/restore`),
    );
  const name = (["edit", "edit", "hide", "protect", "trash"] as const)[random.below(5)] ?? "edit";
  if (name === "hide") {
    const hidden = !known.hidden;
    return perform(load, entry, { name, next: { ...known, hidden } }, () => editor.ask(`PUT ${at}/hidden`, { hidden }));
  }
  if (name === "trash")
    return perform(load, entry, { name, next: { ...known, where: "trash" } }, () => editor.ask(`POST ${at}/trash`));
  const { body } = await editor.ask<{ video: Video }>(`GET ${at}`);
  const change =
    name === "edit"
      ? { title: `Song ${random.below(1e9)}`, isProtected: known.isProtected }
      : { title: known.title, isProtected: !known.isProtected };
  const video = { ...body.video, title: change.title, prevent_autodelete: change.isProtected };
  return perform(load, entry, { name, next: { ...known, ...change } }, () => editor.ask(`PUT ${at}`, { video }));
}

/** Uploads are deleted again, perhaps while they are prepared, and so are the recordings that were added for this. */
function isToGo({ title }: State): boolean {
  return /^(Uploaded|Spare)/.test(title);
}

async function deleteOne(load: Load): Promise<void> {
  const toGo = load.ledger.entries.filter(({ known }) => isToGo(known) && known.where !== "gone");
  const entry = toGo[load.random.below(toGo.length)];
  if (!entry) return new Promise((resolve) => setTimeout(resolve, 5));
  const { known } = entry;
  const at = `/api/video/v/${entry.id}`;
  if (known.where === "library")
    return perform(load, entry, { name: "trash", next: { ...known, where: "trash" } }, () =>
      load.owner.ask(`POST ${at}/trash`),
    );
  return perform(load, entry, { name: "purge", next: { ...known, where: "gone" } }, () =>
    load.owner.ask(`DELETE ${at}`),
  );
}

async function perform(
  { ledger }: Load,
  entry: Entry,
  { name, next }: { name: Operation; next: State },
  call: () => Promise<Reply>,
): Promise<void> {
  entry.asked = next;
  const { status, body } = await call();
  if (status === 200) {
    entry.known = next;
    ledger.counts[name] += 1;
  } else if (status !== 503) ledger.wrong.push(`${name} of ${entry.id}: ${status} ${JSON.stringify(body)}`);
  entry.asked = null;
}

async function uploadOne(load: Load): Promise<void> {
  const { ledger, random, clip } = load;
  ledger.sending ??= newSending(clip, random.below(2 ** 32));
  const { sending } = ledger;
  if (sending.address !== null) {
    const head = await send(load, "HEAD", sending.address);
    const offset = Number(head.headers.get("upload-offset"));
    if (head.status === 404) sending.address = null;
    else if (head.status !== 200) return;
    else if (offset < sending.acknowledgedBytes)
      ledger.wrong.push(`an upload went back from ${sending.acknowledgedBytes} to ${offset}`);
    else sending.acknowledgedBytes = offset;
  }
  if (sending.address === null) {
    // it ended meanwhile, or its start was never acknowledged
    if (await isTakenIn(load)) return;
    if (sending.acknowledgedBytes > 0) ledger.wrong.push("an upload whose parts were acknowledged is gone");
    sending.acknowledgedBytes = 0;
    const metadata = `filename ${Buffer.from(`${sending.title}.mp4`).toString("base64")}`;
    const begun = await send(load, "POST", "/api/upload", {
      headers: { "upload-length": String(sending.bytes.length), "upload-metadata": metadata },
    });
    if (begun.status !== 201) return;
    sending.address = begun.headers.get("location");
  }
  await sendParts(load);
}

async function sendParts(load: Load): Promise<void> {
  const { ledger } = load;
  const { sending } = ledger;
  const part = Math.ceil((sending?.bytes.length ?? 0) / 3);
  for (;;) {
    if (!sending?.address) return;
    const offset = sending.acknowledgedBytes;
    const body = sending.bytes.subarray(offset, offset + part);
    const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
    const answer = await send(load, "PATCH", sending.address, { headers, body });
    if (answer.status === 204) {
      sending.acknowledgedBytes = offset + body.length;
      ledger.counts.part += 1;
      continue;
    }
    const text = await answer.text();
    if (answer.status !== 200) {
      // already complete: the server takes it in by itself after a start, and then knows it
      if (answer.status === 404) sending.address = null;
      else if (answer.status !== 503) ledger.wrong.push(`a part of an upload: ${answer.status} ${text}`);
      return;
    }
    enter(ledger, (JSON.parse(text) as { id: string }).id);
    return;
  }
}

async function isTakenIn({ ledger, editor }: Load): Promise<boolean> {
  const { body } = await editor.ask<{ video: { id: string } | null }>(
    `GET /api/upload/known?sha256=${ledger.sending?.sha256}`,
  );
  if (!body.video) return false;
  enter(ledger, body.video.id);
  return true;
}

function enter(ledger: Ledger, id: string): void {
  const { sending } = ledger;
  if (!sending) return;
  const known: State = { title: sending.title, hidden: false, isProtected: false, where: "library" };
  ledger.entries.push({ id, known, asked: null, sha256: sending.sha256 });
  ledger.sending = null;
  ledger.counts.upload += 1;
}

function newSending(clip: Buffer, number: number) {
  const bytes = Buffer.concat([clip, freeBox(number)]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { title: `Uploaded ${number}`, bytes, sha256, address: null, acknowledgedBytes: 0 };
}

async function send(
  { url, editor }: Load,
  method: string,
  address: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Response> {
  const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return fetch(url + address, {
    method,
    headers: { cookie, origin: url, "tus-resumable": "1.0.0", ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
}
