// Reads the files beside a recording, each within its limits. What cannot be read becomes a sentence: the recording is
// added all the same.
import { open, stat, type FileHandle } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { captionKinds } from "#server/media/store/kinds.ts";
import { sayBytes } from "#server/media/store/space.ts";
import { Refusal } from "#server/refusal.ts";
import type { Beside } from "./beside.ts";
import { chatHeadBytes, isChat, readChat } from "#server/intake/formats/chat-json.ts";
import { type Said, type Source, type Witness, tidyText, dropEmpty, tidyLine } from "./found.ts";
import { isUnusableSize, pictureHeadBytes, readPictureSize } from "#server/media/facts/picture-size.ts";
import { words } from "./words.ts";
import { apart } from "#server/text/apart.ts";
import { readCue } from "#server/intake/formats/cue.ts";
import { readInfoJson } from "#server/intake/formats/info-json.ts";
import { readNfo } from "#server/intake/formats/nfo.ts";
import { rewriteCaptions } from "#server/media/facts/cues.ts";
import { decodeText } from "./decode-text.ts";
import { z } from "zod";
import { parseBounded } from "#server/intake/formats/bounded-json.ts";
import { readMoment } from "./moment.ts";

export interface BesideFile extends Beside {
  path: string | Buffer;
}

interface BroughtCaptions {
  language: string | null;
  title: string | null;
  /** WebVTT. */
  text: string;
}

export interface Note {
  path: string | Buffer;
  sentence: string;
}

export interface Brought {
  witnesses: Witness[];
  captions: BroughtCaptions[];
  picture: string | Buffer | undefined;
  chat: string | Buffer | undefined;
  /** What was not read. */
  notes: Note[];
  /** Our own description could not be read, and it may say that the recording is hidden. */
  mustHide: boolean;
}

const mib = 2 ** 20;
const limits = { own: mib, info: 8 * mib, nfo: mib, description: mib, cue: mib, captions: 4 * mib } as const;
const mostPictureBytes = 20 * mib;
const mostChatBytes = 1024 * mib;

export async function readBeside(files: readonly BesideFile[], zone: string): Promise<Brought> {
  const brought: Brought = {
    witnesses: [],
    captions: [],
    picture: undefined,
    chat: undefined,
    notes: [],
    mustHide: false,
  };
  for (const file of files) {
    try {
      await readers[file.role](file, brought, zone);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      note(brought, file, error instanceof Refusal ? words.tooHard(file.name) : words.notReadable(file.name));
      if (file.role === "own") brought.mustHide = true;
    }
  }
  return brought;
}

type Reader = (file: BesideFile, brought: Brought, zone: string) => Promise<void>;

const readers: Record<Beside["role"], Reader> = {
  async own(file, brought, zone) {
    if (has(brought, "sidecar")) return;
    if (isChat(await readHead(file, 4096))) return readers.chat(file, brought, zone);
    const found = await readText(file, brought, zone);
    if (!found || found.fault === "json") brought.mustHide = true;
    add(brought, found?.source ?? "sidecar", found?.said ?? {});
    if (found?.fault === "json") note(brought, file, words.ownJson(file.name));
    if (found?.fault === "date") note(brought, file, words.ownDate(file.name));
  },
  info: (file, brought, zone) => readOne(file, brought, { source: "info-json", zone, say: words.infoJson }),
  nfo: (file, brought, zone) => readOne(file, brought, { source: "nfo", zone, say: words.nfo }),
  cue: (file, brought, zone) => readOne(file, brought, { source: "cue", zone, say: words.cue }),
  async description(file, brought, zone) {
    const found = await readText(file, brought, zone);
    if (found) add(brought, found.source, found.said);
  },
  async captions(file, brought, zone) {
    const found = await readText(file, brought, zone);
    if (!found) return;
    const { language, title } = file;
    const isThere = brought.captions.some((one) => one.language === language && one.title === title);
    if (!found.captions) note(brought, file, words.captions(file.name));
    else if (isThere) return;
    else if (brought.captions.length === captionKinds.length)
      note(brought, file, words.tooManyCaptions(file.name, captionKinds.length));
    else brought.captions.push({ language, title, text: found.captions });
  },
  async picture(file, brought) {
    if (brought.picture !== undefined) return;
    const { size } = await stat(file.path);
    const found = readPictureSize(await readBytes(file, pictureHeadBytes));
    if (size > mostPictureBytes) note(brought, file, words.tooLarge(file.name, sayBytes(mostPictureBytes)));
    else if (!found) note(brought, file, words.picture(file.name));
    else if (isUnusableSize(found)) note(brought, file, words.pictureSize(file.name));
    else brought.picture = file.path;
  },
  async chat(file, brought) {
    const { size } = await stat(file.path);
    const isLarge = size > mostChatBytes;
    if (isLarge) note(brought, file, words.tooLarge(file.name, sayBytes(mostChatBytes)));
    const head = await readHead(file, chatHeadBytes);
    if (isLarge || !isChat(head) || brought.chat !== undefined) return;
    brought.chat = file.path;
    add(brought, "chat", readChat(head));
  },
};

async function readOne(
  file: BesideFile,
  brought: Brought,
  { source, zone, say }: { source: Source; zone: string; say: (name: string) => string },
): Promise<void> {
  if (has(brought, source)) return;
  const found = await readText(file, brought, zone);
  if (found?.fault) note(brought, file, say(file.name));
  else if (found) add(brought, found.source, found.said);
}

/** Uses the first of several of a kind: it has the more exact name. */
function has({ witnesses }: Brought, source: Source): boolean {
  return witnesses.some((one) => one.source === source);
}

function add({ witnesses }: Brought, source: Source, said: Said): void {
  witnesses.push({ source, said });
}

function note({ notes }: Brought, { path }: BesideFile, sentence: string): void {
  notes.push({ path, sentence });
}

/** Undefined, with a sentence, when it is too large. */
async function readText(file: BesideFile, brought: Brought, zone: string): Promise<Sidecar | undefined> {
  const { role, language } = file;
  const most = limits[role as keyof typeof limits];
  const bytes = await readBytes(file, most + 1);
  if (bytes.length <= most) return readSidecarApart(bytes, { role, language, zone });
  note(brought, file, words.tooLarge(file.name, sayBytes(most)));
  return undefined;
}

/** How it begins, unpacked. */
async function readHead(file: BesideFile, most: number): Promise<string> {
  const bytes = await readBytes(file, most);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString("utf8");
  const unpacked: Buffer[] = [];
  let length = 0;
  const gunzip = createGunzip();
  gunzip.end(bytes);
  try {
    for await (const piece of gunzip) {
      unpacked.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length >= most) break;
    }
  } catch {
    // it is cut off here, or damaged: what was unpacked counts
  }
  return Buffer.concat(unpacked).subarray(0, most).toString("utf8");
}

async function readBytes({ path }: BesideFile, most: number): Promise<Buffer> {
  await using handle: FileHandle = await open(path);
  const { size } = await handle.stat();
  const buffer = Buffer.alloc(Math.min(size, most));
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** What the text of one file beside a recording says. */
interface Sidecar {
  source: Source;
  said: Said;
  /** Written as WebVTT. */
  captions?: string;
  /** What could not be read: all of it, or its date. */
  fault?: "json" | "date" | undefined;
}

type About = Pick<Beside, "role" | "language"> & { zone: string };

export function readSidecar(bytes: Uint8Array, { role, language, zone }: About): Sidecar {
  const text = decodeText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), language);
  const take = (source: Source, said: Said | undefined): Sidecar =>
    said ? { source, said } : { source, said: {}, fault: "json" };
  if (role === "captions") return { source: "beside", said: {}, captions: rewriteCaptions(text) };
  if (role === "description") return take("description-file", { description: tidyText(text) });
  if (role === "info") return take("info-json", readInfoJson(text));
  if (role === "nfo") return take("nfo", readNfo(text, zone));
  if (role === "cue") return take("cue", readCue(text, zone));
  // yt-dlp's description under the name of ours
  const info = /"(extractor|extractor_key|webpage_url)"\s*:/.test(text) ? readInfoJson(text) : undefined;
  return info ? take("info-json", info) : { source: "sidecar", ...readOwnJson(text, zone) };
}

const readSidecarApart = apart(import.meta.url, "readSidecar", readSidecar);

/**
 * Our own description of a recording, name.json or name.mp4.json: {"title": "…", "date": "2024-05-01", "hidden": true}.
 */
const OwnJson = z.looseObject({
  title: z.string().optional(),
  date: z.string().max(40).optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  protected: z.boolean().optional(),
  chapters: z.array(z.object({ start: z.number(), title: z.string() })).optional(),
});

/** `fault` says what could not be read: all of it, or its date. */
export function readOwnJson(json: string, zone: string): { said: Said; fault?: "json" | "date" } {
  const { success, data } = OwnJson.safeParse(parseBounded(json));
  if (!success) return { said: {}, fault: "json" };
  const moment = data.date === undefined ? undefined : readMoment(data.date, zone);
  const isDateWrong = data.date !== undefined && !moment;
  const said = dropEmpty<Said>({
    title: tidyLine(data.title ?? "", 200),
    description: tidyText(data.description ?? ""),
    chapters: (data.chapters ?? []).map(({ start, title }) => ({ startSeconds: start, title })),
    ...(moment && { moment }),
    ...(data.hidden !== undefined && { hidden: data.hidden }),
    ...(data.protected !== undefined && { isProtected: data.protected }),
  });
  return { said, ...(isDateWrong && { fault: "date" as const }) };
}
