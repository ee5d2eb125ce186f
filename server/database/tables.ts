// The tables as types: what a row reads as and what it takes, the same on SQLite and PostgreSQL.
// The migrations make them; a column changes in both places at once.
import type { ColumnType, Generated, Selectable } from "kysely";
import type { CheckLine } from "#contract/check-up.ts";
import type { OnlyKnown } from "#contract/dates/dates.ts";
import type { CountedKind } from "#contract/heard/heard.ts";
import type { Provider, SignInProblem } from "#contract/member.ts";
import type { DeliveryState, NoticeChannel, NoticeKind, NoticeWish } from "#contract/notices.ts";

export interface Tables {
  member: MemberTable;
  identity: IdentityTable;
  provider_token: ProviderTokenTable;
  entitlement: EntitlementTable;
  sign_in_state: SignInStateTable;
  session: SessionTable;
  invitation: InvitationTable;
  guest: GuestTable;
  guest_decision: GuestDecisionTable;
  webhook_seen: WebhookSeenTable;
  secret_setting: SecretSettingTable;
  audit: AuditTable;
  job: JobTable;
  video: VideoTable;
  library: LibraryTable;
  recording: RecordingTable;
  asset: AssetTable;
  search_text: SearchTextTable;
  change: ChangeTable;
  position: PositionTable;
  heard: HeardTable;
  heard_part: HeardPartTable;
  heard_report: HeardReportTable;
  listened: ListenedTable;
  history_off: HistoryOffTable;
  song: SongTable;
  performance: PerformanceTable;
  performance_song: PerformanceSongTable;
  played_as: PlayedAsTable;
  playlist: PlaylistTable;
  playlist_entry: PlaylistEntryTable;
  playlist_change: PlaylistChangeTable;
  collection: CollectionTable;
  collection_entry: CollectionEntryTable;
  collection_picture: CollectionPictureTable;
  feed: FeedTable;
  feed_device: FeedDeviceTable;
  moment: MomentTable;
  screen: ScreenTable;
  upload: UploadTable;
  brought: BroughtTable;
  seen_file: SeenFileTable;
  retention: RetentionTable;
  file_check: FileCheckTable;
  file_finding: FileFindingTable;
  setting: SettingTable;
  site_picture: SitePictureTable;
  setup: SetupTable;
  check_up: CheckUpTable;
  announced: AnnouncedTable;
  notice: NoticeTable;
  notice_delivery: NoticeDeliveryTable;
  trouble: TroubleTable;
  notice_choice: NoticeChoiceTable;
  live_stream: LiveStreamTable;
  stream_key: StreamKeyTable;
  broadcast: BroadcastTable;
  live_receiver: LiveReceiverTable;
  push_device: PushDeviceTable;
  push_key: PushKeyTable;
  backup_run: BackupRunTable;
  backup_piece: BackupPieceTable;
}

/** Written as JSON.stringify(value): pg would make a PostgreSQL array of a list. */
type Json<T> = ColumnType<T, string, string>;

export interface MemberTable {
  id: string;
  name: string;
  /** Without accents and case: what a search looks at. */
  name_folded: Generated<string>;
  picture_type: string | null;
  picture: Uint8Array | null;
  picture_hash: string | null;
  role: "editor" | "owner" | null;
  disabled_at: Date | null;
  created_at: Date;
  seen_at: Date;
}

export interface IdentityTable {
  id: string;
  member_id: string;
  provider: Provider;
  provider_user_id: string;
  name: string;
  email_verified: boolean | null;
  /** The mail address as the provider verified it, sealed; null where it gives none. */
  mail_sealed: string | null;
  status: "ok" | "revoked" | "gone";
  first_seen_at: Date;
  last_sign_in_at: Date;
}

interface ProviderTokenTable {
  identity_id: string;
  access_sealed: string;
  refresh_sealed: string | null;
  scopes: Json<string[]>;
  expires_at: Date | null;
  refresh_lock_until: Date | null;
}

export interface EntitlementTable {
  identity_id: string;
  state: "entitled" | "not" | "unknown";
  tier_ids: Json<string[]>;
  tier_level: number | null;
  tier_title: string | null;
  source: string;
  observed_at: Date;
  soft_until: Date;
  hard_until: Date | null;
  first_negative_at: Date | null;
  fault_since: Date | null;
  /** Since when the provider has said that it is about to end. */
  ending_since: Date | null;
}

export interface SignInStateTable {
  token_hash: string;
  browser_hash: string;
  return_path: string;
  /** The session it was begun in, if any: then it connects a second login to that person. */
  session_id: string | null;
  issued_at: Date;
  expires_at: Date;
  consumed_at: Date | null;
  result_session_id: string | null;
  problem: SignInProblem | null;
}

export interface SessionTable {
  /** Random and public: what a list of sessions shows and ends one by. */
  id: string;
  token_hash: string;
  previous_hash: string | null;
  previous_until: Date | null;
  member_id: string;
  identity_id: string;
  device: string;
  created_at: Date;
  seen_at: Date;
  rotated_at: Date;
  expires_at: Date;
}

/** A link that makes guests of those who open it and log in. */
interface InvitationTable {
  id: string;
  /** The hash of the key in the link. */
  key_hash: string;
  note: string;
  /** Null when that member has left. */
  made_by: string | null;
  made_at: Date;
  /** When the link ends. */
  link_until: Date;
  /** When the access of its guests ends; null: never by itself. */
  guest_until: Date | null;
  most_uses: number;
  uses: Generated<number>;
  revoked_at: Date | null;
  /** The level of its guests; null: the standard. */
  level: Generated<string | null>;
}

/** Somebody who may watch without a membership; at most one row for each member. */
export interface GuestTable {
  id: string;
  /** Null until they log in for the first time. */
  member_id: string | null;
  /** The account, where the guest was added by it; null for those who came by a link. */
  provider: Provider | null;
  provider_user_id: string | null;
  /** The name of that account, until the member has a name. */
  name: string;
  note: string;
  invitation_id: string | null;
  /** Null when that member has left. */
  invited_by: string | null;
  invited_at: Date;
  until: Date | null;
  ended_at: Date | null;
  /** Null: the standard. */
  level: Generated<string | null>;
}

/** What was decided about a guest by name; stays when the account is deleted. */
interface GuestDecisionTable {
  /** Keyed, of the provider and its id. */
  account_hash: string;
  /** The same for all accounts of one person. */
  person: string;
  decided_at: Date;
  ended_at: Date | null;
}

interface WebhookSeenTable {
  provider: string;
  message_key: string;
  seen_at: Date;
}

/** Secrets that change by themselves, as the creator's rotated tokens do. */
interface SecretSettingTable {
  name: string;
  sealed: string;
  changed_at: Date;
}

/** A setting made in the browser, under its name in settings.ts. A secret is sealed. */
interface SettingTable {
  name: string;
  value: string;
  changed_at: Date;
}

/** A file made of a picture that the owner uploaded for the archive itself. The settings say which is shown. */
interface SitePictureTable {
  id: string;
  /** Such as `logo.png`. */
  name: string;
  bytes: Uint8Array;
  made_at: Date;
}

/** One row: who may set the archive up, and the answers given so far. */
interface SetupTable {
  id: number;
  /** The hash of the key in the set-up link; null once it was used. */
  key_hash: string | null;
  /** The key itself, to print the same link again. */
  key_sealed: string | null;
  key_until: Date | null;
  /** The hash of the session of the browser that used the link. */
  session_hash: string | null;
  session_until: Date | null;
  /** JSON, sealed. */
  answers: string | null;
  finished_at: Date | null;
}

/** One row: the last check-up, and what it cannot find out by itself. */
interface CheckUpTable {
  id: number;
  ran_at: Date | null;
  lines: Json<CheckLine[]> | null;
  /** The last backup, and how many files it could not copy. */
  backup_at: Date | null;
  backup_place: string | null;
  backup_faults: number | null;
  /** Set while the last try to make one has failed, with a sentence that says why. */
  backup_failed_at: Date | null;
  backup_failure: string | null;
  /** The checksum of the master key of which the owner has a copy. */
  key_checksum: string | null;
  key_copied_at: Date | null;
}

export interface AuditTable {
  id: Generated<number>;
  at: Date;
  kind: string;
  member_id: string | null;
  provider: string | null;
  subject: string | null;
  /** The member who did it, where that is not the one it is about. */
  actor_id: Generated<string | null>;
  detail: Json<Record<string, unknown>>;
}

export type JobState = "waiting" | "running" | "done" | "cancelled" | "quarantined";

export interface JobTable {
  id: Generated<number>;
  kind: string;
  key: string | null;
  payload: Json<unknown>;
  priority: Generated<number>;
  state: JobState;
  run_at: Date;
  attempts: Generated<number>;
  /** Attempts that ended with their server; not among `attempts`. */
  /** How often a server ended while it did the job. */
  deaths: Generated<number>;
  lease_by: string | null;
  lease_until: Date | null;
  is_cancel_wanted: Generated<boolean>;
  progress: Generated<number>;
  progress_words: string | null;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/** preparing: nothing to watch yet. published: the first rendition is verified. failed: it could not be prepared. */
export type VideoState = "preparing" | "published" | "failed";

export type VideoRow = Selectable<VideoTable>;

/** What search looks at, folded: can be made again from the recording at any time. */
interface SearchTextTable {
  id: Generated<number>;
  video_id: string;
  /** As title_folded; kept by triggers. */
  title: string;
  description: Generated<string>;
  /** One line for each cue. */
  captions: Generated<string>;
  /** The same cues as they are shown: [seconds, text] each, as JSON. */
  cues: string | null;
  /** Description and captions are in it. */
  is_read: Generated<boolean>;
}

export interface VideoTable {
  /** 26 random letters and digits: 128 bits, fit for a folder's name on any file system. */
  id: string;
  title: string;
  /** Without accents and case: what search and the order by title look at. */
  title_folded: string;
  description: Generated<string>;
  add_date: Date;
  time_missing: Generated<boolean>;
  /** Not even the day is known; null where it is. The time is missing, too. */
  only_known: Generated<OnlyKnown | null>;
  duration_seconds: number | null;
  hidden: Generated<boolean>;
  /** It came hidden, and was never shown to members. */
  draft: Generated<boolean>;
  prevent_autodelete: Generated<boolean>;
  state: VideoState;
  /** Counts every change an editor makes: a save with an older one is refused. */
  revision: Generated<number>;
  /** Counts every change of the set list, which has nothing to do with the revision of the rest. */
  set_list_revision: Generated<number>;
  /** How many songs its set list has, and how many captions it has: the studio's table is sorted by them. */
  song_count: Generated<number>;
  caption_count: Generated<number>;
  thumbnail_hash: string | null;
  dominant_color: string | null;
  /** 64 peaks for the card's hairline, as hex digits. */
  peaks: string | null;
  trashed_at: Date | null;
  /** A rule, or "hand". */
  trashed_why: LeavingReason | "hand" | null;
  /** Announced: not before this it goes to the trash. */
  leaves_at: Date | null;
  leaves_why: LeavingReason | null;
  /** There is nothing to watch, or not any more. */
  audio_only: Generated<boolean>;
  /** Its pictures are in the trash while its sound plays on. */
  pictures_trashed_at: Date | null;
  /** Since then the original and the pictures are deleted; the sound is kept. */
  pictures_gone_at: Date | null;
  /** Deleting it, or its pictures, for good has begun: there is no way back, only to the end. */
  purging_at: Date | null;
  /** The id of the level that it needs; null: the standard. */
  level: Generated<string | null>;
  /** When `opens_level` begins to suffice; null: it does not change by itself. */
  opens_at: Generated<Date | null>;
  opens_level: Generated<string | null>;
  created_at: Date;
  changed_at: Date;
}

export type LeavingReason = "age" | "cap";

/** One row: the rule, and what the sweep remembers from one run to the next. */
interface RetentionTable {
  id: number;
  keep_days: number | null;
  cap_bytes: number | null;
  keep_audio: Generated<boolean>;
  revision: Generated<number>;
  changed_at: Date | null;
  changed_by: string | null;
  restored_at: Date | null;
  clock_jumped_at: Date | null;
  last_run_at: Date | null;
  lease_by: string | null;
  lease_until: Date | null;
  /** The id of the media folder it was run on: the rows do not speak of another one's files. */
  store_id: string | null;
  warnings: Json<RetentionWarning[]>;
}

export interface RetentionWarning {
  code: string;
  at: string;
  sentence: string;
}

/** One row that counts every change of the library. */
interface LibraryTable {
  id: number;
  version: number;
}

/** What an editor did to a video, and how it was before. */
export interface ChangeTable {
  id: Generated<number>;
  video_id: string;
  at: Date;
  member_id: string | null;
  kind: string;
  before: Json<Record<string, unknown>>;
  after: Json<Record<string, unknown>>;
}

/** What was taken in for a video: the original's checksum and what it is. Its bytes are in the media folder. */
interface RecordingTable {
  video_id: string;
  sha256: string;
  bytes: number;
  /** What its file was called. */
  name: string;
  /** As the media room describes them. */
  facts: Json<Record<string, unknown>>;
  loudness: Json<Record<string, unknown>> | null;
  /** Why it could not be prepared, or what is wrong with it: a sentence for an editor. */
  problem: string | null;
  taken_in_at: Date;
  /** The version of the judge that has looked at what is served of it. */
  judged_by: Generated<number>;
  /** When a member first needed a smaller size than there was. */
  sizes_asked_at: Generated<Date | null>;
  /** How its audio sounds; see media/facts/sound-print.ts. */
  sound_print: Generated<string | null>;
}

/** A file made of a recording, one of each kind; its name on the disk is made of kind and checksum. */
interface AssetTable {
  video_id: string;
  kind: string;
  sha256: string;
  bytes: number;
  facts: Json<Record<string, unknown>>;
  made_at: Date;
}

/** Where a member stopped; 0 when they have finished or started over. */
interface PositionTable {
  member_id: string;
  video_id: string;
  seconds: number;
  at: Date;
  /** The session that plays it; null when it was paused or left. */
  playing_session: string | null;
  /** The last day on which what they heard of it was counted; null: none was, or that is too long ago. */
  heard_day: string | null;
}

/** How often and for how long a recording was heard on one day in one way; not by whom. */
interface HeardTable {
  video_id: string;
  /** As in 2026-11-19, where the listeners are. */
  day: string;
  kind: CountedKind;
  plays: number;
  seconds: number;
  /** The number of members who heard it for the first time on that day. */
  members: number;
}

/** For how long each of the equal parts of a recording was heard, of all the time. */
interface HeardPartTable {
  video_id: string;
  part: number;
  seconds: number;
}

/** How much of one listening was counted, so that what is reported again counts once. Kept for some days. */
interface HeardReportTable {
  /** A hash of the member, the recording and the listening: it names nobody. */
  key: string;
  seconds: number;
  at: Date;
}

/** A member's own history. */
interface ListenedTable {
  member_id: string;
  day: string;
  video_id: string;
  seconds: number;
  at: Date;
}

/** Members whose listening history is not kept. */
interface HistoryOffTable {
  member_id: string;
}

export type SongRow = Selectable<SongTable>;

interface SongTable {
  id: string;
  title: string;
  title_folded: string;
  is_cover: boolean;
  /** The artist of the original; null when it is no cover, or nobody knows. */
  artist: string | null;
  /** Empty when there is none. */
  artist_folded: string;
  other_names: ColumnType<string[], string | undefined, string>;
  /** Those of the other names that an editor has typed; the rest are from merged songs. */
  typed_names: ColumnType<string[], string | undefined, string>;
  notes: Generated<string>;
  lyrics_url: string | null;
  revision: Generated<number>;
  created_at: Date;
  changed_at: Date;
  /** The id of the song that it is part of now; null for every song that people see. */
  merged_into: Generated<string | null>;
}

/** One entry of a recording's set list. */
interface PerformanceTable {
  id: string;
  video_id: string;
  position: number;
  part: string | null;
  start_seconds: number | null;
  end_seconds: number | null;
  /** The end, or else the start of the next one; null: to the end of the recording. */
  until_seconds: number | null;
  /** What it is, if it is not a song. */
  talk: string | null;
  guest: string | null;
  note: string | null;
  segue: boolean;
  debut: boolean;
}

/** Which songs were performed: more than one in a medley. */
interface PerformanceSongTable {
  performance_id: string;
  song_id: string;
  /** The place in the medley. */
  place: number;
  video_id: string;
  /** Among the songs of this recording, without talk. */
  position: number;
  /** The recording's date, so that the newest performances come out of an index. */
  played_at: Date;
}

/** Performances of a song before it was merged into another. */
interface PlayedAsTable {
  /** The song that was merged. */
  song_id: string;
  performance_id: string;
  video_id: string;
}

export type PlaylistRow = Selectable<PlaylistTable>;

/** A member's list, or the queue. */
interface PlaylistTable {
  id: string;
  member_id: string;
  /** Everybody has one of each of these; null for playlists. */
  ready: "favourites" | "later" | "queue" | null;
  title: string;
  /** Whoever knows it and may view may open the list; null: only its owner. */
  share_key: string | null;
  /** For the play queue: the place of the current entry, where playing is in it, and the page it was made from. */
  at_place: number | null;
  at_seconds: number | null;
  made_from: string | null;
  /** For the play queue: how often it was replaced. */
  revision: Generated<number>;
  created_at: Date;
  /** It can be restored for a day. */
  deleted_at: Date | null;
}

interface PlaylistEntryTable {
  playlist_id: string;
  video_id: string;
  /** Empty for the whole recording. */
  performance_id: string;
  /** The order: moving an entry changes only its own. */
  place: number;
}

/** What a member changed in a list, to undo it. */
interface PlaylistChangeTable {
  id: Generated<number>;
  playlist_id: string;
  at: Date;
  before: Json<Record<string, unknown>>;
  after: Json<Record<string, unknown>>;
}

export type CollectionRow = Selectable<CollectionTable>;

/** A list of the owner's own, the same for every member. */
interface CollectionTable {
  id: string;
  title: string;
  /** Which one is needed to see it; null is the standard. */
  level: string | null;
  /** The id of its picture; null: it shows those of its first recordings. */
  picture: string | null;
  /** The order of the collections. */
  place: number;
  /** Counts the changes: a save with an older one is refused. */
  revision: Generated<number>;
  created_at: Date;
  /** It can be restored by undoing it. */
  deleted_at: Date | null;
}

interface CollectionEntryTable {
  collection_id: string;
  video_id: string;
  place: number;
}

interface CollectionPictureTable {
  /** The hash of its content. */
  id: string;
  bytes: Uint8Array;
  made_at: Date;
}

/** What somebody says of a file that is still being uploaded; it counts when the upload ends. */
interface UploadTable {
  id: string;
  title: string | null;
  date: string | null;
  sha256: string | null;
  description: string | null;
  /** Empty for the standard; null if nothing is said. */
  level: string | null;
  hidden: boolean | null;
  set_list: string | null;
  /** The member whose upload was ended in the studio. */
  ended_for: string | null;
  changed_at: Date;
}

/** What a recording brought along when it was added, and whether an editor has looked at it since. */
export interface BroughtTable {
  video_id: string;
  /** Where it was: the path below the folder that was imported, or the name of the file. */
  place: string;
  /** The fields as they were set then: whoever finds others knows that a person has edited them. */
  given: Json<Record<string, unknown>>;
  /** For each field the source it came from. */
  why: Json<Record<string, unknown>>;
  /** Parts of the recording with their beginnings, for whoever makes songs of them. */
  chapters: Json<{ startSeconds: number; title: string }[]>;
  details: Json<Record<string, unknown>>;
  /** Sentences about files beside it that were not read. */
  notes: Json<string[]>;
  /** Its title or its date is a guess. */
  is_guess: boolean;
  added_at: Date;
  looked_at: Date | null;
}

/** A file that was imported from its place: see server/intake/seen-file.ts. */
interface SeenFileTable {
  place: string;
  print: string;
  sha256: string;
}

/** One row: how far the nightly comparison of files and rows is. */
interface FileCheckTable {
  id: number;
  /** The last video that was looked at; empty at the beginning of a cycle. */
  after_id: Generated<string>;
  /** How many videos are left of tonight's share. */
  share_left: Generated<number>;
  share_at: Date | null;
  /** When the cycle under way began, and when the last whole one ended. */
  whole_began_at: Date | null;
  whole_at: Date | null;
}

/** A file that is missing, changed, nobody's or would not play right, as it was last seen. An empty name is a whole folder. */
interface FileFindingTable {
  video_id: string;
  name: string;
  problem: "missing" | "changed" | "orphaned" | "unplayable";
  found_at: Date;
}

/** A member's podcast feed. There is one address at a time; a new one replaces it. */
interface FeedTable {
  member_id: string;
  token_hash: string;
  /** The token, sealed, to show the address to its member again. */
  token_sealed: string;
  made_at: Date;
  /** When the owner ended it. The address then only says so. */
  ended_at: Date | null;
}

interface FeedDeviceTable {
  member_id: string;
  /** A hash of app, network and token: nobody's address is stored. */
  device: string;
  app: string;
  seen_at: Date;
}

/** Some seconds of a recording that a member shares by a link. */
interface MomentTable {
  id: string;
  token_hash: string;
  member_id: string;
  video_id: string;
  /** As the player counts. */
  from_ms: number;
  to_ms: number;
  made_at: Date;
  until: Date;
  plays: number;
  /** When its member or the owner ended it. */
  ended_at: Date | null;
}

/** Addresses by which a television plays one recording, for one login. */
interface ScreenTable {
  token_hash: string;
  session_id: string;
  member_id: string;
  video_id: string;
  made_at: Date;
  /** Later while it is used. */
  until: Date;
}

/** Recordings that members were told of, or are never told of because they are old. */
interface AnnouncedTable {
  video_id: string;
  why: "told" | "old" | "imported";
  at: Date;
}

/** Something to tell. It is written in the transaction that causes it, and the queue sends it. */
export interface NoticeTable {
  id: Generated<number>;
  /** The same event is told once. */
  key: string;
  kind: NoticeKind;
  video_id: string | null;
  /** The receiver of a weekly mail. */
  member_id: string | null;
  title: string;
  text: string;
  /** Where it leads to, if that is outside of the archive. */
  link: string | null;
  at: Date;
  /** Early access has ended: who has this level could watch it before, and is not told. */
  was_level: Generated<string | null>;
}

/** One notice on its way to one receiver. */
export interface NoticeDeliveryTable {
  id: Generated<number>;
  notice_id: number;
  channel: NoticeChannel;
  /** A member, a device, an address; empty for what belongs to the archive. */
  target: string;
  state: DeliveryState;
  attempts: Generated<number>;
  /** What the receiver's server said last. */
  answer: string | null;
  at: Date;
}

/** Something that is wrong at the moment. */
interface TroubleTable {
  name: string;
  title: string;
  sentence: string;
  began_at: Date;
  /** When it was last looked for, and whether it was there. */
  looked_at: Date;
  is_there: boolean;
  told_at: Date | null;
}

export interface NoticeChoiceTable {
  member_id: string;
  mail: NoticeWish;
  push: NoticeWish;
  /** Minutes after midnight. */
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: string;
  /** The key in the link that ends the mails. */
  stop_key: string;
  /** How often in a row the address was refused for good. */
  mail_refusals: Generated<number>;
  /** Up to when recordings were in a weekly mail. */
  digest_at: Date;
  /** Whether to tell that the channel is live. */
  live_mail: Generated<boolean>;
  live_push: Generated<boolean>;
}

/** The last stream of the channel, as Twitch told it. */
export interface LiveStreamTable {
  broadcaster_id: string;
  stream_id: string;
  started_at: Date;
  ended_at: Date | null;
  /** The key of the notice that told it; a stream that dropped and came back keeps it. */
  notice_key: string;
}

/** What an encoder sends with. */
export interface StreamKeyTable {
  id: string;
  hash: string;
  name: string;
  /** Of what is sent with it, like the next two. */
  title: string;
  level: string | null;
  hidden: boolean;
  made_at: Date;
}

/** What an encoder sends or has sent; its file is in DATA_DIR/live until it is a recording. */
export interface BroadcastTable {
  id: string;
  /** The key may be deleted by now. */
  key_id: string | null;
  title: string;
  level: string | null;
  hidden: boolean;
  started_at: Date;
  seen_at: Date;
  /** JSON, as live/broadcasts.ts writes it. */
  arriving: string;
  /** An editor has ended it. */
  wants_end: boolean;
  ended_at: Date | null;
  video_id: string | null;
}

/** The process that listens for encoders, and what keeps it from doing so. */
interface LiveReceiverTable {
  port: string;
  seen_at: Date;
  trouble: string | null;
}

/** A browser that a member allowed to show notices. */
interface PushDeviceTable {
  /** The hash of the endpoint. */
  id: string;
  member_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  added_at: Date;
}

/** One row: who we are to push services. */
interface PushKeyTable {
  id: number;
  public_key: string;
  private_sealed: string;
  made_at: Date;
}

/** A backup to the target of the settings, by the schedule, the studio or the command line. */
export interface BackupRunTable {
  id: string;
  target: "folder" | "bucket" | "program";
  /** "incomplete": it was made, but files are missing or damaged in the archive. */
  state: "running" | "good" | "incomplete" | "failed";
  began_at: Date;
  ended_at: Date | null;
  /** Where it is, for people. */
  place: string | null;
  /** What went wrong, or is worth knowing. */
  sentence: string | null;
  files: Generated<number>;
  bytes: Generated<number>;
  sent_bytes: Generated<number>;
  checked_bytes: Generated<number>;
}

/** A piece of a file, encrypted, in the bucket for backups. */
export interface BackupPieceTable {
  name: string;
  plain_sha256: string;
  /** As it is in the bucket: the server cannot decrypt it. */
  sealed_sha256: string;
  sealed_bytes: number;
  /** The file that it is a piece of was sent completely, and had the right checksum. */
  is_whole: boolean;
  sent_at: Date;
  /** When it was last read back. */
  checked_at: Date | null;
  /** Object lock: until then nobody can delete it. Null: as the bucket does it for new objects. */
  locked_until: Date | null;
}
