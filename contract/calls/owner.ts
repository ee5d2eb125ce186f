// Set-up, settings, backups, the check-up and notices, and what other servers report.
import { z } from "zod";
import { BackupKey, Backups, BackupsChange, NewBackupKey } from "#contract/backups.ts";
import { CheckUp, KeyCopy } from "#contract/check-up.ts";
import { Look, LookChange, PicturePlace, PictureUpload } from "#contract/look.ts";
import {
  NoticeChoice,
  NoticeChoiceChange,
  NoticePage,
  Notices,
  NoticeSettings,
  NoticeSettingsChange,
  PushDevice,
  StopKey,
  TestAnswer,
  TestedChannel,
} from "#contract/notices.ts";
import {
  ArchiveStep,
  ClientStep,
  Connections,
  OpenStep,
  ProviderName,
  Settings,
  SettingsChange,
  SetUp,
  TiersStep,
  TwitchStep,
} from "#contract/setup.ts";
import { type Call, MadeChange, Nothing } from "./call.ts";

const ChangedLook = z.object({ look: Look, change: MadeChange });

export const ownerCalls = {
  receivePatreonWebhook: { summary: "Patreon says that a membership changed" },
  receiveTwitchEvent: { summary: "Twitch says that a subscription changed" },
  openSetUp: {
    summary: "Use the set-up link: its key works once, for one browser",
    body: z.strictObject({ key: z.string().max(128) }),
    answer: Nothing,
  },
  getSetUp: { summary: "Set-up: the answers so far", answer: SetUp },
  reachSelf: {
    summary: "The archive asks itself whether an address leads to it, and through which proxy",
    query: z.strictObject({ word: z.string().max(256) }),
    answer: z.object({
      here: z.string().describe("What only this archive can read in the word."),
      remote: z.string(),
      forwarded: z.string().nullable(),
      is_trusted: z.boolean(),
    }),
  },
  nameArchive: {
    summary: "Set-up: name and address; the address is checked by asking ourselves there",
    body: ArchiveStep,
    answer: z.object({
      set_up: SetUp,
      move_to: z.string().nullable().describe("A new set-up link: go on there, at the new address."),
    }),
  },
  setClient: {
    summary: "Set-up: client id and secret of Patreon or Twitch, which are tried at once",
    params: ProviderName,
    body: ClientStep,
    answer: SetUp,
  },
  dropProvider: { summary: "Set-up: do without Patreon or Twitch", params: ProviderName, answer: SetUp },
  beginConnect: {
    summary: "Set-up: where to connect as the creator or the broadcaster",
    params: ProviderName,
    answer: z.object({ authorize_url: z.string() }),
  },
  chooseTiers: { summary: "Set-up: the campaign, and the tiers that may watch", body: TiersStep, answer: SetUp },
  chooseTwitchTier: { summary: "Set-up: the lowest tier at Twitch that may watch", body: TwitchStep, answer: SetUp },
  openArchive: {
    summary: "Set-up: open the archive; everything is checked again, then it counts at once",
    body: OpenStep,
    answer: Nothing,
  },
  getSettings: {
    summary: "The settings that the owner can change, and what Patreon says about them",
    answer: Settings,
  },
  changeSettings: {
    summary: "Change settings; they count at once on every server",
    description: "Needs a recent login. What the environment sets cannot be changed here (409).",
    body: SettingsChange,
    answer: z.object({ settings: Settings, change: MadeChange }),
  },
  resumeWebhook: { summary: "Resume the webhook that Patreon has paused", answer: Settings },
  getConnections: {
    summary: "Connecting Patreon or Twitch again, or adding the second: how far it is",
    answer: Connections,
  },
  changeClient: {
    summary: "Another client id and secret of Patreon or Twitch, which are tried at once; they count when it is saved",
    description: "Needs a recent login, as do the other calls that connect.",
    params: ProviderName,
    body: ClientStep,
    answer: Connections,
  },
  dropConnection: {
    summary: "Forget a connection that was not saved; what counts now stays",
    params: ProviderName,
    answer: Connections,
  },
  connectAgain: {
    summary: "Where to connect as the creator or the broadcaster again",
    params: ProviderName,
    answer: z.object({ authorize_url: z.string() }),
  },
  saveCampaign: {
    summary: "Save the connection with Patreon: the campaign, and the tiers that may watch",
    body: TiersStep,
    answer: Connections,
  },
  saveChannel: {
    summary: "Save the connection with Twitch: the lowest tier that may watch",
    body: TwitchStep,
    answer: Connections,
  },
  getLook: { summary: "How the archive looks: pictures, colour, texts and links", answer: Look },
  changeLook: {
    summary: "Change how the archive looks; it counts at once on every server",
    description: "What the environment sets cannot be changed here (409).",
    body: LookChange,
    answer: ChangedLook,
  },
  savePicture: {
    summary: "Upload the logo, or the picture of the front page",
    description: "Every size that is served is made of it; the upload itself is not kept.",
    params: PicturePlace,
    body: PictureUpload,
    answer: ChangedLook,
  },
  deletePicture: {
    summary: "Remove the logo, or the picture of the front page",
    params: PicturePlace,
    answer: ChangedLook,
  },
  getBackups: { summary: "When and where backups are made, and how the last one went", answer: Backups },
  changeBackups: {
    summary: "Change when and where backups are made; a bucket is tried at once",
    description: "Needs a recent login. What the environment sets cannot be changed here (409).",
    body: BackupsChange,
    answer: z.object({ backups: Backups, change: MadeChange }),
  },
  makeBackupKey: {
    summary: "Make the key pair for backups; the private key is in this answer only",
    description: "Needs a recent login. If there is a key already, only with `replace` (409).",
    body: NewBackupKey,
    answer: z.object({ backups: Backups, key: BackupKey }),
  },
  runBackup: { summary: "Make a backup now; it runs in the queue", answer: Backups },
  getCheckUp: { summary: "The last check-up of the archive, line by line", answer: CheckUp },
  runCheckUp: { summary: "Check everything now; takes up to 10 seconds", answer: CheckUp },
  confirmKeyCopy: {
    summary: "Confirm that there is a copy of the master key, by the checksum of that copy",
    body: KeyCopy,
    answer: CheckUp,
  },
  listNotices: {
    summary: "What was told to members and to the owner, whether it arrived, and what is wrong now",
    query: NoticePage,
    answer: Notices,
  },
  getNoticeSettings: { summary: "Where notices are sent; secrets are left out", answer: NoticeSettings },
  changeNoticeSettings: {
    summary: "Change where notices are sent; it counts at once on every server",
    description: "Needs a recent login. What the environment sets cannot be changed here (409).",
    body: NoticeSettingsChange,
    answer: NoticeSettings,
  },
  tryNotice: {
    summary: "Send a test by one channel now; the answer says what the other server said",
    body: TestedChannel,
    answer: TestAnswer,
  },
  showStopMails: { summary: "A page with a button that ends the mails, by the link in a mail", params: StopKey },
  stopMails: {
    summary: "End the mails to a member by the link in a mail, without a login (RFC 8058)",
    params: StopKey,
  },
  getNoticeChoice: { summary: "What the member wants to be told, and how", answer: NoticeChoice },
  saveNoticeChoice: {
    summary: "Choose what to be told: nothing, each recording, or once a week; by mail and by push",
    body: NoticeChoiceChange,
    answer: NoticeChoice,
  },
  savePushDevice: {
    summary: "Let this browser show push notices, or stop it",
    body: PushDevice,
    answer: NoticeChoice,
  },
  reportCsp: { summary: "A browser reports a blocked resource" },
} as const satisfies Record<string, Call>;
