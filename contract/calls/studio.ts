// The studio: what came in, the trash, cleanup, uploads, work, members, guests and the history.
import { z } from "zod";
import {
  Guest,
  GuestChange,
  Guests,
  Invitation,
  InvitationKey,
  NewGuest,
  NewInvitation,
  OpenInvitation,
} from "#contract/guests.ts";
import { Inbox, InboxEdits, InboxIds } from "#contract/inbox.ts";
import { LiveState, NewStreamKey, StreamKey } from "#contract/live/live.ts";
import { User } from "#contract/member.ts";
import { MyData } from "#contract/my-data.ts";
import { Retention, RetentionPreview, RetentionRule, TrashedVideo } from "#contract/retention.ts";
import {
  GuessedDescription,
  HistoryEntry,
  historyKinds,
  Incoming,
  MemberChange,
  MemberInStudio,
  Storage,
  UploadDetails,
  UploadUnderWay,
  Work,
  WorkAhead,
  WorkItem,
} from "#contract/studio.ts";
import { type Call, ChangeId, MadeChange, MadeChanges, MemberId, Nothing } from "./call.ts";

const ManyChangeIds = z
  .array(ChangeId)
  .min(1, "must name at least one change")
  .max(200, "must name at most 200 changes")
  .refine((ids) => new Set(ids).size === ids.length, "must name each change only once");
const KeyId = z.strictObject({ id: z.string().max(64) });
const JobId = z.strictObject({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 53 - 1),
});

export const studioCalls = {
  getInbox: { summary: "What came in and no editor has looked at yet", answer: Inbox },
  editInbox: {
    summary: "Change titles, dates and descriptions of many recordings at once, all or none",
    description: "The answer names the changes, for undo.",
    body: z.strictObject({ edits: InboxEdits }),
    answer: z.object({ changes: z.array(z.string()) }),
  },
  finishInbox: {
    summary: "Take recordings out of the inbox, all or none",
    body: z.strictObject({
      ids: InboxIds,
      publish: z.boolean().describe("Hidden ones are shown to members from then on."),
    }),
    answer: z.object({ changes: z.array(z.string()) }),
  },
  getLive: { summary: "Stream keys, and what arrives from encoders", answer: LiveState },
  makeStreamKey: {
    summary: "Make a stream key, at most 20",
    description: "The key is in this answer and cannot be read again.",
    body: NewStreamKey,
    answer: z.object({ key: z.string(), entry: StreamKey }),
  },
  changeStreamKey: {
    summary: "Change the title, level or name of a stream key",
    description: "It counts for what is sent from then on.",
    params: KeyId,
    body: NewStreamKey,
    answer: z.object({ entry: StreamKey }),
  },
  resetStreamKey: {
    summary: "Replace a stream key by a new one",
    description: "The old one is no longer valid. The new one is in this answer and cannot be read again.",
    params: KeyId,
    answer: z.object({ key: z.string() }),
  },
  deleteStreamKey: { summary: "Delete a stream key; what is sent with it ends", params: KeyId, answer: Nothing },
  endBroadcast: {
    summary: "End what is live, or waits for its encoder",
    description: "It becomes a recording at once.",
    params: KeyId,
    answer: Nothing,
  },
  listTrash: { summary: "What is in the trash, newest first", answer: z.object({ videos: z.array(TrashedVideo) }) },
  getRetention: { summary: "The cleanup rule, and what it deletes next", answer: Retention },
  previewRetention: {
    summary: "Which recordings a cleanup rule would delete",
    body: z.strictObject({ rule: RetentionRule }),
    answer: RetentionPreview,
  },
  changeRetention: {
    summary: "Change the cleanup rule",
    description:
      "Needs the preview's total as confirmed_total (409 when it has changed), and a recent login. Nothing will be deleted for the next 24 hours.",
    body: z.strictObject({ rule: RetentionRule, revision: z.int(), confirmed_total: z.int().min(0) }),
    answer: Retention,
  },
  guessDescriptions: {
    summary: "Titles and dates guessed from the names of files",
    body: z.strictObject({ names: z.array(z.string().max(255)).min(1).max(200) }),
    answer: z.object({ guesses: z.array(GuessedDescription) }),
  },
  findUploaded: {
    summary: "Whether a file with this checksum is already in the archive",
    query: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: z.object({ video: z.object({ id: z.string(), title: z.string(), in_trash: z.boolean() }).nullable() }),
  },
  describeUpload: {
    summary: "Change what is said of an unfinished upload",
    params: z.strictObject({ id: z.string().max(64) }),
    body: UploadDetails,
    answer: Nothing,
  },
  getWork: { summary: "The queue: what is being prepared, step by step", answer: Work },
  getWorkAhead: {
    summary: "How far all that is being prepared is, and what the rest will cost; null when nothing is",
    answer: z.object({ ahead: WorkAhead.nullable() }),
  },
  watchWork: { summary: "The same, as server-sent events: `work` with all of it, then `item` for each change" },
  retryWork: { summary: "Try a failed step again", params: JobId, answer: z.object({ item: WorkItem }) },
  cancelWork: { summary: "Cancel a waiting or running step", params: JobId, answer: z.object({ item: WorkItem }) },
  listUploads: {
    summary: "Unfinished uploads",
    description: "Editors get their own, the owner gets everybody's.",
    answer: z.object({ uploads: z.array(UploadUnderWay) }),
  },
  endUpload: {
    summary: "Cancel an upload and delete its bytes",
    description: "Only the owner may cancel uploads of others.",
    params: z.strictObject({ id: z.string().max(64) }),
    answer: Nothing,
  },
  getStorage: { summary: "How much space the archive's files use", answer: Storage },
  getIncoming: { summary: "Files in the folder incoming that were not added, and why", answer: Incoming },
  listMembers: {
    summary: "All members, what they may do, and why",
    query: z.strictObject({
      q: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      after: z.string().max(256).optional(),
    }),
    answer: z.object({ members: z.array(MemberInStudio), next: z.string().nullable() }),
  },
  changeMember: {
    summary: "Make somebody an editor or an owner, or not; disable or enable an account",
    description: "Making or removing an owner needs a recent login.",
    params: MemberId,
    body: MemberChange,
    answer: z.object({ member: MemberInStudio, change: MadeChange }),
  },
  getMemberData: { summary: "Everything that the archive knows about a member", params: MemberId, answer: MyData },
  deleteMember: {
    summary: "Delete the account of a member; their next login starts anew",
    description: "Needs a recent login. Owners are removed as owners first (409).",
    params: MemberId,
    answer: Nothing,
  },
  endMemberSessions: {
    summary: "Log a member out everywhere",
    params: MemberId,
    answer: z.object({ ended: z.int() }),
  },
  listGuests: {
    summary: "Guests, and the links that invite them",
    description: "For the owner, and for editors where the owner's setting allows them to invite.",
    answer: Guests,
  },
  addGuest: {
    summary: "Add a guest by their account, before they ever log in",
    body: NewGuest,
    answer: z.object({ guest: Guest, change: MadeChange }),
  },
  changeGuest: {
    summary: "Extend or end the access of a guest; it counts at the next request",
    params: MemberId,
    body: GuestChange,
    answer: z.object({ guest: Guest, change: MadeChange }),
  },
  makeInvitation: {
    summary: "Make an invitation link",
    body: NewInvitation,
    answer: z.object({
      invitation: Invitation,
      link: z.string().describe("Only in this answer: the archive keeps a hash of its key."),
      change: MadeChange,
    }),
  },
  endInvitation: {
    summary: "End an invitation link; guests who have used it stay guests",
    params: MemberId,
    answer: z.object({ invitation: Invitation, change: MadeChange }),
  },
  readInvitation: {
    summary: "What an invitation link offers; 404 when it does not work",
    description: "Limited like logins, so that keys cannot be guessed.",
    body: InvitationKey,
    answer: OpenInvitation,
  },
  acceptInvitation: {
    summary: "Become a guest by an invitation link",
    body: InvitationKey,
    answer: z.object({ user: User }),
  },
  endMemberFeed: {
    summary: "End the address of a member's podcast feed. They can make a new one",
    params: MemberId,
    answer: Nothing,
  },
  listHistory: {
    summary: "All edits, deletions and changes of permissions, newest first",
    description: "Changes of permissions and logins are only shown to the owner.",
    query: z.strictObject({
      video: z.string().max(64).optional(),
      member: z.string().max(64).optional(),
      kind: z.enum(historyKinds).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
      after: z.string().max(256).optional().describe("The `next` of the page before."),
    }),
    answer: z.object({ entries: z.array(HistoryEntry), next: z.string().nullable() }),
  },
  undoChanges: {
    summary: "Undo changes, all or none; refused with 409 when one of them cannot be undone, or there is a newer one",
    description: "Takes ids of the history, or from the answer of a change. Changes of members are only for the owner.",
    body: z.strictObject({ changes: ManyChangeIds }),
    answer: z.object({ changes: MadeChanges }),
  },
} as const satisfies Record<string, Call>;
