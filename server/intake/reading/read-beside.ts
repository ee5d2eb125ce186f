// Reads the files beside a recording, each within its limits. What cannot be read becomes a sentence: the recording is
// added all the same.
import { open, stat, type FileHandle } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { readCues, writeCues } from "#server/media/facts/cues.ts";
import { captionKinds } from "#server/media/store/kinds.ts";
import { sayBytes } from "#server/media/store/room.ts";
import type { Beside } from "./beside.ts";
import { chatHeadBytes, isChat, readChat } from "#server/intake/formats/chat-json.ts";
import { readCue } from "#server/intake/formats/cue.ts";
import { decodeText } from "./decode-text.ts";
import { tidyText, type Said, type Source, type Witness } from "./found.ts";
import { readInfoJson } from "#server/intake/formats/info-json.ts";
import { readNfo } from "#server/intake/formats/nfo.ts";
import { readOwnJson } from "#server/intake/formats/own-json.ts";
import { isUnusableSize, pictureHeadBytes, readPictureSize } from "#server/media/facts/picture-size.ts";
import { words } from "./words.ts";

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
      note(brought, file, words.notReadable(file.name));
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
    const text = await readText(file, limits.own, brought);
    const info = text !== undefined && looksDownloaded(text) ? readInfoJson(text) : undefined;
    if (info) return add(brought, "info-json", info);
    const { said, fault } = text === undefined ? { said: {}, fault: "json" as const } : readOwnJson(text, zone);
    add(brought, "sidecar", said);
    if (fault === "json") brought.mustHide = true;
    if (fault === "json" && text !== undefined) note(brought, file, words.ownJson(file.name));
    if (fault === "date") note(brought, file, words.ownDate(file.name));
  },
  info: (file, brought) => readOne(file, brought, { source: "info-json", read: readInfoJson, say: words.infoJson }),
  nfo: (file, brought, zone) =>
    readOne(file, brought, { source: "nfo", read: (text) => readNfo(text, zone), say: words.nfo }),
  cue: (file, brought, zone) =>
    readOne(file, brought, { source: "cue", read: (text) => readCue(text, zone), say: words.cue }),
  async description(file, brought) {
    const text = await readText(file, limits.description, brought);
    if (text !== undefined) add(brought, "description-file", { description: tidyText(text) });
  },
  async captions({ ...file }, brought) {
    const text = await readText(file, limits.captions, brought);
    if (text === undefined) return;
    const cues = readCues(text);
    const { language, title } = file;
    const isThere = brought.captions.some((one) => one.language === language && one.title === title);
    if (cues.length === 0) note(brought, file, words.captions(file.name));
    else if (isThere) return;
    else if (brought.captions.length === captionKinds.length)
      note(brought, file, words.tooManyCaptions(file.name, captionKinds.length));
    else brought.captions.push({ language, title, text: writeCues(cues) });
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
  { source, read, say }: { source: Source; read: (text: string) => Said | undefined; say: (name: string) => string },
): Promise<void> {
  if (has(brought, source)) return;
  const text = await readText(file, limits[file.role as keyof typeof limits], brought);
  const said = text === undefined ? undefined : read(text);
  if (said) add(brought, source, said);
  else if (text !== undefined) note(brought, file, say(file.name));
}

/** Of several of a kind the first is used: it has the more exact name. */
function has({ witnesses }: Brought, source: Source): boolean {
  return witnesses.some((one) => one.source === source);
}

function add({ witnesses }: Brought, source: Source, said: Said): void {
  witnesses.push({ source, said });
}

function note({ notes }: Brought, { path }: BesideFile, sentence: string): void {
  notes.push({ path, sentence });
}

/** yt-dlp's description under the name of ours. */
function looksDownloaded(text: string): boolean {
  return /"(extractor|extractor_key|webpage_url)"\s*:/.test(text);
}

/** Undefined, with a sentence, when it is too large. */
async function readText(file: BesideFile, most: number, brought: Brought): Promise<string | undefined> {
  const bytes = await readBytes(file, most + 1);
  if (bytes.length <= most) return decodeText(bytes, file.language);
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
