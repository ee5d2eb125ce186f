// The state of each upload. Kept outside of the components, so that uploads continue while other pages are shown.
import { create } from "zustand";
import type { UploadDetails } from "#contract/studio.ts";
import type { Video } from "#contract/video.ts";
import { currentPerson } from "#web/memory/person.ts";

type Phase =
  | "waiting"
  | "sending"
  /** All of it is sent; the server checks it. */
  | "checking"
  /** No network, or no answer: it continues automatically. */
  | "paused"
  /** Refused or failed: a person has to decide. */
  | "stopped"
  /** Begun, but the browser no longer has the file. */
  | "lost"
  | "taken-in"
  /** Was in the archive before. */
  | "known";

export interface Details {
  title: string;
  /** A day such as 2026-05-01, or empty. */
  day: string;
  /** A local time such as 21:30; empty when only the day is known. */
  time: string;
  description: string;
  /** The id of a level, null for the standard; undefined: as the owner has set it for new recordings. */
  level: string | null | undefined;
  /** Only editors see it. */
  isDraft: boolean;
  /** The set list as text; once it is saved, the recording has its own. */
  setList: string;
}

/** What is known of it without anybody having typed. */
type Guess = Pick<Details, "title" | "day" | "time"> & Partial<Details>;

const blank = { description: "", level: undefined, isDraft: false, setList: "" };

interface FileFacts {
  name: string;
  size: number;
  lastModified: number;
}

export interface UploadItem extends FileFacts {
  key: string;
  /** Who began it: nobody else in this browser sees it. */
  person: string;
  phase: Phase;
  file: File | null;
  /** Where the browser can give the file again after a reload. */
  handle: ReopenableFile | null;
  /** The address of the upload on the server, once it is begun. */
  address: string | null;
  sha256: string | null;
  sent: number;
  bytesPerSecond: number | null;
  /** Why it waits, or what was refused. */
  sentence: string | null;
  /** It stopped, or was not saved, only because the server asks for a new login. */
  wantsSignIn: boolean;
  guess: Guess;
  /** What somebody typed; it takes precedence over the guess. */
  typed: Partial<Details>;
  /** The part of it that the server has saved. */
  acknowledged: { typed: Partial<Details>; sha256: string | null };
  fault: string | null;
  video: { id: string; title: string; inTrash: boolean } | null;
  /** The recording as it was last loaded: what is typed later is a change to this revision. */
  seen: Video | null;
}

/** The part of FileSystemFileHandle that is used; only some browsers have it. */
export interface ReopenableFile {
  getFile(): Promise<File>;
  queryPermission(): Promise<PermissionState>;
  requestPermission(): Promise<PermissionState>;
}

interface Desk {
  items: readonly UploadItem[];
  announcement: string;
  /** What was typed for all: the next ones begin with it. */
  shared: Partial<Details>;
}

export const useUploads = create<Desk>(() => ({ items: [], announcement: "", shared: {} }));

export function makeItem(facts: FileFacts, given: Partial<UploadItem> = {}): UploadItem {
  return {
    // randomUUID does not exist on pages without TLS
    key: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    person: currentPerson(),
    name: facts.name,
    size: facts.size,
    lastModified: facts.lastModified,
    phase: "waiting",
    file: null,
    handle: null,
    address: null,
    sha256: null,
    sent: 0,
    bytesPerSecond: null,
    sentence: null,
    wantsSignIn: false,
    guess: { title: facts.name.replace(/\.[a-z0-9]{1,5}$/i, ""), day: "", time: "" },
    typed: {},
    acknowledged: { typed: {}, sha256: null },
    fault: null,
    video: null,
    seen: null,
    ...given,
  };
}

export function findItem(key: string): UploadItem | undefined {
  return useUploads.getState().items.find((item) => item.key === key);
}

export function changeItem(key: string, change: Partial<UploadItem>): void {
  useUploads.setState(({ items }) => ({
    items: items.map((item) => (item.key === key ? { ...item, ...change } : item)),
  }));
}

export function addItems(added: readonly UploadItem[]): void {
  useUploads.setState(({ items }) => ({ items: [...items, ...added] }));
}

export function removeItem(key: string): void {
  useUploads.setState(({ items }) => ({ items: items.filter((item) => item.key !== key) }));
}

export function announce(announcement: string): void {
  useUploads.setState({ announcement });
}

export function isSameFile(one: FileFacts, other: FileFacts): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

export function isUnderWay({ phase }: UploadItem): boolean {
  return phase === "waiting" || phase === "sending" || phase === "checking" || phase === "paused";
}

export function isFinished({ phase }: UploadItem): boolean {
  return phase === "taken-in" || phase === "known";
}

export function detailsOf({ guess, typed }: Pick<UploadItem, "guess" | "typed">): Details {
  return { ...blank, ...guess, ...typed };
}

const detailNames = ["title", "day", "time", "description", "level", "isDraft", "setList"] as const;

/** What was typed and the archive does not have yet. */
export function listUnsaved({ typed, acknowledged }: Pick<UploadItem, "typed" | "acknowledged">): Partial<Details> {
  const unsaved = detailNames.filter((name) => typed[name] !== undefined && typed[name] !== acknowledged.typed[name]);
  return Object.fromEntries(unsaved.map((name) => [name, typed[name]]));
}

/** A time may be empty, a title and a day may not; and there is no time without a day. */
export function withoutEmpty({ title, day, time, ...others }: Partial<Details>): Partial<Details> {
  return {
    ...others,
    ...(title?.trim() && { title }),
    ...(day && { day }),
    ...(time !== undefined && day !== "" && { time }),
  };
}

/** Sends only what was typed: for the rest, the server may find more in the file than its name says. An empty date removes it. */
export function toSaid(item: Pick<UploadItem, "guess" | "typed">): UploadDetails {
  const { title, day, time } = detailsOf(item);
  const { typed, guess } = item;
  const date = day === "" || time === "" ? day : localMoment(day, time);
  return {
    ...(typed.title !== undefined && { title: title.trim() || guess.title }),
    ...((typed.day !== undefined || typed.time !== undefined) && date !== undefined && { date }),
    ...(typed.description !== undefined && { description: typed.description }),
    ...(typed.level !== undefined && { level: typed.level }),
    ...(typed.isDraft !== undefined && { hidden: typed.isDraft }),
    ...(typed.setList !== undefined && { set_list: typed.setList }),
  };
}

function localMoment(day: string, time: string): string | undefined {
  const date = new Date(`${day}T${time}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
