// What is told to whom: the owner's channels and the list of what was told, and what members want to be told.
import { z } from "zod";

const noticeKinds = ["recording", "live", "digest", "ending", "trouble", "trouble-over", "version", "summary"] as const;
export type NoticeKind = (typeof noticeKinds)[number];
const noticeChannels = ["discord", "webhook", "mail", "push"] as const;
export type NoticeChannel = (typeof noticeChannels)[number];
export type DeliveryState = "waiting" | "sent" | "failed" | "withdrawn";

const Deliveries = z.object({
  channel: z.enum(noticeChannels),
  waiting: z.int(),
  sent: z.int(),
  failed: z.int(),
  withdrawn: z.int().describe("Not sent, because the recording or the wish to be told was gone."),
  answer: z.string().nullable().describe("What the other server said last; of a failure, if there is one."),
});

const Notice = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  kind: z.enum(noticeKinds),
  title: z.string(),
  text: z.string(),
  deliveries: z.array(Deliveries),
});

const Trouble = z.object({
  name: z.string(),
  title: z.string(),
  sentence: z.string(),
  began_at: z.iso.datetime(),
  is_told: z.boolean(),
});

export const Notices = z.object({
  troubles: z.array(Trouble).describe("What is wrong now."),
  notices: z.array(Notice).describe("Newest first."),
  next: z.int().nullable(),
});
export type Notices = z.infer<typeof Notices>;

export const NoticePage = z.strictObject({ before: z.coerce.number<string>().int().optional() });

const Place = z.object({
  host: z.string().nullable().describe("Null when it is not set. The address itself is a secret."),
  is_fixed: z.boolean().describe("The environment sets it."),
});
const Text = z.object({ value: z.string(), is_fixed: z.boolean() });

export const NoticeSettings = z.object({
  discord: Place,
  discord_trouble: Place,
  webhook: Place,
  mail: Place,
  mail_from: Text,
  trouble_mail: Text,
  summary_hour: z.object({
    value: z.int().nullable().describe("In the archive's time zone; null: there is no daily summary."),
    is_fixed: z.boolean(),
  }),
  time_zone: z.string(),
  allows_private: z.object({ value: z.boolean(), is_fixed: z.boolean() }),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

const secretText = z.string().trim().max(2000).optional();
export const NoticeSettingsChange = z
  .strictObject({
    discord: secretText,
    discord_trouble: secretText,
    webhook: secretText,
    webhook_secret: secretText,
    mail: secretText,
    mail_from: z.string().trim().max(320).optional(),
    trouble_mail: z.string().trim().max(2000).optional(),
    summary_hour: z.int().min(0).max(23).nullable().optional(),
    allows_private: z.boolean().optional(),
  })
  .describe("An empty text removes a setting; what is left out stays as it is.");
export type NoticeSettingsChange = z.infer<typeof NoticeSettingsChange>;

const testChannels = ["discord", "discord-trouble", "webhook", "mail", "push"] as const;
export type TestChannel = (typeof testChannels)[number];
export const TestedChannel = z.strictObject({ channel: z.enum(testChannels) });
export const TestAnswer = z.object({ arrived: z.boolean(), answer: z.string() });
export type TestAnswer = z.infer<typeof TestAnswer>;

const NoticeWish = z.enum(["nothing", "each", "weekly"]);
export type NoticeWish = z.infer<typeof NoticeWish>;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");
const Wishes = {
  mail: NoticeWish,
  push: NoticeWish,
  quiet: z.strictObject({ from: clock, to: clock }).nullable(),
  time_zone: z.string().max(64).describe("Of the quiet hours, such as Europe/Berlin."),
  live_mail: z.boolean().default(false).describe("An email when the channel is live on Twitch."),
  live_push: z.boolean().default(false).describe("A push notice when the channel is live on Twitch."),
};

export const NoticeChoiceChange = z.strictObject(Wishes);
export type NoticeChoiceChange = z.infer<typeof NoticeChoiceChange>;
export const NoticeChoice = z.object({
  ...Wishes,
  address: z.string().nullable().describe("Where mails go, shortened; null if no provider gave a verified address."),
  can_mail: z.boolean().describe("Whether this archive sends mails."),
  can_live: z.boolean().describe("Whether Twitch tells this archive that the channel is live."),
  is_refused: z.boolean().describe("Mails were refused three times, so no more are sent until this is saved again."),
  push_key: z.string().describe("For subscribing to push notices."),
  devices: z.int().describe("Browsers of this member that get push notices."),
});
export type NoticeChoice = z.infer<typeof NoticeChoice>;

export const PushDevice = z
  .strictObject({
    endpoint: z.url().max(1000),
    keys: z
      .strictObject({ p256dh: z.string().regex(/^[\w-]{80,100}$/), auth: z.string().regex(/^[\w-]{20,30}$/) })
      .nullable(),
  })
  .describe("The subscription as the browser gives it. Sent without keys, it is deleted.");
export type PushDevice = z.infer<typeof PushDevice>;

export const StopKey = z.strictObject({ key: z.string().regex(/^[a-z0-9]{26}$/) });
