// What editors and the owner see in the studio: uploads, queue, storage, members, history.
import { z } from "zod";
import { providers, Reason } from "./member.ts";
import { changeKinds, VideoInList } from "./video.ts";

const recordingSorts = ["date", "title", "length", "level", "state", "songs", "captions"] as const;
export type RecordingSort = (typeof recordingSorts)[number];
/** What an editor asks first about a recording, in this order: the first that is true. */
export const recordingStates = ["failed", "preparing", "draft", "hidden", "visible"] as const;
export type RecordingState = (typeof recordingStates)[number];
const anyOrNone = z.enum(["none", "some"]).optional();

/** Which recordings the studio's table shows. */
export const RecordingsFilter = z.strictObject({
  q: z.string().max(200).optional().describe("Every word must occur in the title; accents and case do not matter."),
  year: z.coerce.number().int().min(1970).max(2100).optional().describe("Of add_date, in UTC."),
  state: z.enum(recordingStates).optional(),
  level: z
    .string()
    .regex(/^[a-z0-9-]{0,32}$/)
    .optional()
    .describe("The id of a level; empty: the standard."),
  songs: anyOrNone.describe("Whether there is a set list with songs."),
  captions: anyOrNone,
});
export type RecordingsFilter = z.infer<typeof RecordingsFilter>;

export const RecordingsQuery = RecordingsFilter.extend({
  sort: z.enum(recordingSorts).optional().describe("date, if nothing is said."),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe("desc, if nothing is said: newest, longest, most, or failed first."),
  limit: z.coerce.number().int().min(1).max(500).optional(),
  after: z.string().max(4096).optional().describe("The `next` of the page before."),
});
export type RecordingsQuery = z.infer<typeof RecordingsQuery>;

export const RecordingRow = VideoInList.pick({
  ...{ id: true, title: true, thumbnail_url: true, add_date: true, time_missing: true, only_known: true },
  ...{ duration: true, hidden: true, state: true, level: true, opens_at: true, prevent_autodelete: true },
}).extend({
  draft: z.boolean().describe("Hidden, and no member has ever seen it."),
  plays: z.int().nullable().describe("How often it was heard, as far back as that is kept; null: nothing is counted."),
  songs: z.int().describe("In its set list."),
  captions: z.array(z.string()).describe("Their languages, or their names where no language is known."),
});
export type RecordingRow = z.infer<typeof RecordingRow>;

export const RecordingsPage = z.object({ recordings: z.array(RecordingRow), next: z.string().nullable() });

export const FilesOfRecording = z.object({
  original: z
    .object({ name: z.string(), bytes: z.int(), sha256: z.string(), added_at: z.iso.datetime() })
    .nullable()
    .describe("As it was taken in; null where its video was deleted, or it was never there."),
  made: z.array(z.object({ kind: z.string(), bytes: z.int(), made_at: z.iso.datetime() })),
});

export const GuessedDescription = z.object({
  title: z.string(),
  add_date: z.iso.datetime().nullable(),
  time_missing: z.boolean(),
});
export type GuessedDescription = z.infer<typeof GuessedDescription>;

export const UploadDetails = z.strictObject({
  title: z.string().trim().min(1, "must not be empty").max(200, "must have at most 200 characters").optional(),
  date: z.string().max(64).optional().describe("A date, or a date and time with a time zone, as ISO 8601."),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe("Of the whole file, once it is known: compared when the upload ends."),
  description: z.string().max(10_000, "must have at most 10,000 characters").optional(),
  level: z.string().max(32).nullable().optional().describe("The id of a level; null: the standard."),
  hidden: z.boolean().optional().describe("A draft: only editors see the recording, until one of them shows it."),
  set_list: z
    .string()
    .max(30_000, "must have at most 30,000 characters")
    .optional()
    .describe("As text. What is not understood goes to the end of the description."),
});
export type UploadDetails = z.infer<typeof UploadDetails>;

export const UploadUnderWay = z.object({
  id: z.string(),
  title: z.string().describe("As an editor has typed it, or the name of the file."),
  who: z.string().nullable().describe("The member who sends it; null when that account is gone."),
  is_own: z.boolean(),
  bytes: z.int().describe("Of the whole file."),
  received: z.int(),
  begun_at: z.iso.datetime(),
  changed_at: z.iso.datetime().describe("When the last bytes arrived."),
  expires_at: z.iso
    .datetime()
    .nullable()
    .describe("When it is deleted if it is not complete by then; null when it is complete."),
});
export type UploadUnderWay = z.infer<typeof UploadUnderWay>;

const workStates = ["waiting", "running", "failed", "done", "cancelled"] as const;
export type WorkState = (typeof workStates)[number];

export const WorkItem = z.object({
  id: z.int(),
  video_id: z.string().nullable(),
  title: z.string().describe("Of the recording, or what is being done."),
  step: z.string().describe("What this step does, in words."),
  step_number: z.int().describe("Of `steps`, from 1."),
  steps: z.int(),
  state: z.enum(workStates),
  progress: z.number().describe("Of this step, from 0 to 1."),
  seconds_left: z.number().nullable().describe("Of this step, as far as can be told."),
  attempts: z.int(),
  problem: z.string().nullable().describe("What went wrong last, in a sentence."),
  log: z.array(z.string()).describe("The last lines a failed step wrote."),
  asked_at: z.iso
    .datetime()
    .nullable()
    .describe("When a member first asked for the smaller sizes that this step makes."),
  added_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
});
export type WorkItem = z.infer<typeof WorkItem>;

/** Running, then waiting, then failed, then recently ended; at most 100. */
export const Work = z.object({ items: z.array(WorkItem), counts: z.record(z.enum(workStates), z.int()) });
export type Work = z.infer<typeof Work>;

/** The work left for everything that is being prepared together, such as an import. */
export const WorkAhead = z.object({
  recordings: z.int(),
  watchable: z.int().describe("Of these recordings."),
  processor_seconds: z.number().describe("Of all of it, estimated."),
  processor_seconds_left: z.number(),
  bytes_left: z.int().describe("What will be added to the disk, estimated."),
});
export type WorkAhead = z.infer<typeof WorkAhead>;

export const storageKinds = ["originals", "video", "audio", "images"] as const;

export const Storage = z.object({
  used: z.int(),
  free: z.int().nullable().describe("Null where the free space is not known."),
  reserve: z.int().describe("Kept free: uploads are refused below it."),
  kinds: z.array(z.object({ kind: z.enum(storageKinds), bytes: z.int(), files: z.int() })),
  trash: z.int().describe("Of the used bytes, those in the trash."),
  damaged: z
    .array(z.object({ video_id: z.string(), sentence: z.string(), found_at: z.iso.datetime() }))
    .describe("Problems found by the nightly check of the files, newest first; at most 50."),
  biggest: z.array(z.object({ id: z.string(), title: z.string(), bytes: z.int() })).describe("At most 10."),
  months: z
    .array(z.object({ month: z.string().describe("As 2026-11."), added: z.int(), total: z.int() }))
    .describe("The last 12, oldest first."),
});
export type Storage = z.infer<typeof Storage>;

const incomingStates = [
  "waiting",
  "open",
  "taking",
  "failed",
  "refused",
  "unfinished",
  "empty",
  "link",
  "special",
  "folder",
  "unreadable",
  "sidecar",
  "text",
] as const;

export const IncomingEntry = z.object({
  name: z.string(),
  bytes: z.int().nullable().describe("Null if it is not a file, or cannot be read."),
  state: z.enum(incomingStates),
  since: z.iso.datetime().nullable().describe("When the server first saw it, or refused it."),
  sentence: z.string().describe("Why it was not added, and what to do."),
});
export type IncomingEntry = z.infer<typeof IncomingEntry>;

export const Incoming = z.object({
  entries: z.array(IncomingEntry).describe("At most 200."),
  total: z.int(),
});
export type Incoming = z.infer<typeof Incoming>;

export const MemberInStudio = z.object({
  id: z.string(),
  name: z.string(),
  identities: z.array(
    z.object({ provider: z.enum(providers), name: z.string(), state: z.enum(["ok", "revoked", "gone"]) }),
  ),
  can_view: z.boolean(),
  can_edit: z.boolean(),
  is_owner: z.boolean(),
  why: z.array(Reason),
  role: z
    .enum(["editor", "owner"])
    .nullable()
    .describe("Set here; editors and owners from the settings cannot be changed here."),
  is_fixed: z.boolean().describe("An owner who is named in the settings."),
  disabled: z.boolean(),
  sessions: z.int(),
  feed: z
    .object({ devices: z.int().describe("In the last 7 days."), many: z.boolean() })
    .nullable()
    .describe("The podcast feed; null without one."),
  created_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
});
export type MemberInStudio = z.infer<typeof MemberInStudio>;

export const MemberChange = z.strictObject({
  role: z.enum(["editor", "owner"]).nullable().optional(),
  disabled: z.boolean().optional(),
});

export const historyKinds = [
  ...changeKinds,
  "song",
  "collection",
  "retention",
  "files",
  "settings",
  "permission",
  "sign-in",
] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const HistoryEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  who: z.string(),
  who_id: z.string().nullable().describe("To ask for other entries of this member; null when no member did it."),
  kind: z.enum(historyKinds),
  sentence: z.string().describe("What happened, without who and when."),
  video: z.object({ id: z.string(), title: z.string(), is_there: z.boolean() }).nullable(),
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  can_undo: z.boolean(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;
