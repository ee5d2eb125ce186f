// A simple model of an upload, and the steps that are done with the model and with the real one.
import fc from "fast-check";
import { makeRecording, sha256Of, type Answer, type UploadDoor, type Who } from "./door.ts";

interface Upload {
  address: string;
  owner: Who;
  content: Buffer;
  sent: number;
  title: string;
  /** How it must end. */
  end: "taken in" | "refused";
  isOver: boolean;
}

export interface Model {
  uploads: Upload[];
  /** The title of each recording in the archive, by checksum. */
  kept: Map<string, string>;
  nextNumber(): number;
  count(what: "steps" | "finished" | "refused" | "restarts"): void;
}

const contents: readonly Content[] = ["new", "new", "again", "text", "damaged"];
type Command = fc.AsyncCommand<Model, UploadDoor>;
const mostAtOnce = 3;

export const commands = [
  ...[1, 2].map(() => fc.tuple(who(), fc.constantFrom(...contents)).map(([w, c]) => begin(w, c))),
  fc.tuple(which(), who(), part()).map(([n, w, p]) => send(n, w, p)),
  // the most frequent step
  ...[1, 2, 3, 4, 5].map(() => fc.tuple(which(), part()).map(([n, p]) => send(n, "owner of it", p))),
  fc.tuple(which(), who(), fc.nat({ max: 5 })).map(([n, w, luck]) => (luck === 0 ? restart() : look(n, w))),
  fc.tuple(which(), who()).map(([n, w]) => remove(n, w)),
  fc.tuple(which(), who(), fc.constantFrom("One", "Two", "Zoë 🎻")).map(([n, w, title]) => describe(n, w, title)),
]; // prettier-ignore

type Content = "new" | "again" | "text" | "damaged";
interface Part {
  at: "right" | "before" | "after";
  share: number;
}

function who(): fc.Arbitrary<Who> {
  return fc.constantFrom("editor", "owner");
}
function which(): fc.Arbitrary<number> {
  return fc.nat({ max: 5 });
}
function part(): fc.Arbitrary<Part> {
  return fc.record({
    at: fc.constantFrom("right", "right", "right", "right", "before", "after"),
    share: fc.constantFrom(0, 0.2, 0.5, 0.5, 1, 1, 1.5),
  });
}

function begin(owner: Who, kind: Content): Command {
  return step(`begin(${owner}, ${kind})`, async (model, real) => {
    const number = kind === "again" ? 0 : model.nextNumber();
    const content = kind === "text" ? Buffer.from("only words, no sound") : makeRecording(number);
    const metadata: Record<string, string> = { filename: "x.wav", title: "As sent" };
    if (kind === "damaged") metadata["sha256"] = "0".repeat(64);
    const answer = await real.ask(owner, "POST", "/api/upload", {
      headers: { "upload-length": String(content.length), "upload-metadata": encode(metadata) },
    });
    const open = model.uploads.filter((upload) => upload.owner === owner && !upload.isOver).length;
    if (open >= mostAtOnce) return same("begin", answer.status, 429);
    same("begin", answer.status, 201);
    const end = kind === "text" || kind === "damaged" ? "refused" : "taken in";
    model.uploads.push({
      address: answer.location ?? "",
      owner,
      content,
      sent: 0,
      title: "As sent",
      end,
      isOver: false,
    });
  });
}

function send(index: number, by: Who | "owner of it", { at, share }: Part): Command {
  return step(`send(${index}, ${by}, ${at}, ${share})`, async (model, real) => {
    const upload = pick(model, index);
    if (!upload) return;
    const caller = by === "owner of it" ? upload.owner : by;
    const { content, sent } = upload;
    const offset = at === "right" ? sent : at === "before" ? Math.max(0, sent - 1) : sent + 1;
    const body = Buffer.concat([content, content]).subarray(
      offset,
      offset + Math.round((content.length - sent) * share),
    );
    const answer = await real.ask(caller, "PATCH", upload.address, {
      headers: { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
      body,
    });
    if (upload.isOver || caller !== upload.owner) return same("send", answer.status, 404);
    if (offset !== sent) return same("send", answer.status, 409);
    if (body.length > content.length - sent) return same("send", answer.status, 413);
    upload.sent += body.length;
    if (upload.sent < content.length) return same("send", [answer.status, answer.offset], [204, upload.sent]);
    upload.isOver = true;
    await checkEnd({ upload, answer, model, real });
  });
}

interface End {
  upload: Upload;
  answer: Answer;
  model: Model;
  real: UploadDoor;
}

async function checkEnd({ upload, answer, model, real }: End): Promise<void> {
  if (upload.end === "refused") {
    model.count("refused");
    return same("the end", answer.status, 400);
  }
  model.count("finished");
  const sha256 = sha256Of(upload.content);
  const isNew = !model.kept.has(sha256);
  same("the end", [answer.status, answer.taken?.is_new], [200, isNew]);
  if (isNew) model.kept.set(sha256, upload.title);
  const found = await real.findVideo(answer.taken?.id ?? "");
  same("the video", [found.sha256, found.title], [sha256, model.kept.get(sha256)]);
}

function look(index: number, by: Who): Command {
  return step(`look(${index}, ${by})`, async (model, real) => {
    const upload = pick(model, index);
    if (!upload) return;
    const { status, offset } = await real.ask(by, "HEAD", upload.address);
    const isThere = !upload.isOver && by === upload.owner;
    same("look", [status, offset], isThere ? [200, upload.sent] : [404, null]);
  });
}

function remove(index: number, by: Who): Command {
  return step(`remove(${index}, ${by})`, async (model, real) => {
    const upload = pick(model, index);
    if (!upload) return;
    const { status } = await real.ask(by, "DELETE", upload.address);
    const isThere = !upload.isOver && by === upload.owner;
    same("remove", status, isThere ? 204 : 404);
    if (isThere) upload.isOver = true;
  });
}

function describe(index: number, by: Who, title: string): Command {
  return step(`describe(${index}, ${by}, ${title})`, async (model, real) => {
    const upload = pick(model, index);
    if (!upload) return;
    const status = await real.describe(by, upload.address, title);
    const isThere = !upload.isOver && by === upload.owner;
    same("describe", status, isThere ? 200 : 404);
    if (isThere) upload.title = title;
  });
}

function restart(): Command {
  return step("restart()", async (model, real) => {
    model.count("restarts");
    await real.restart();
  });
}

/** Ends all uploads, so that the next sequence starts without any. */
export async function clear({ uploads }: Model, real: UploadDoor): Promise<void> {
  for (const { isOver, owner, address } of uploads) if (!isOver) await real.ask(owner, "DELETE", address);
}

function step(name: string, run: Command["run"]): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      model.count("steps");
      await run(model, real);
    },
    toString: () => name,
  };
}

function pick({ uploads }: Model, index: number): Upload | undefined {
  return uploads[index % Math.max(1, uploads.length)];
}

function same(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== should) throw new Error(`${what}: the archive says ${is}, the model ${should}`);
}

function encode(metadata: Record<string, string>): string {
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`);
  return pairs.join(",");
}
