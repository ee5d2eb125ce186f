// Studio > Notices: where notices are sent. Most of it is secret, so it is never shown again, and the history keeps no values.
import type { NoticeSettings, NoticeSettingsChange } from "#contract/notices.ts";
import { recordEvent } from "#server/history/log.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { settings, type SettingName } from "#server/settings.ts";
import { saveStored, type NewValues } from "./stored.ts";
import { words } from "./words.ts";

type Secret = "discord" | "discord_trouble" | "webhook" | "mail";

const settingOf = {
  discord: "DISCORD_WEBHOOK_URL",
  discord_trouble: "DISCORD_TROUBLE_URL",
  webhook: "NOTICE_WEBHOOK_URL",
  webhook_secret: "NOTICE_WEBHOOK_SECRET",
  mail: "SMTP_URL",
  mail_from: "MAIL_FROM",
  trouble_mail: "TROUBLE_MAIL_TO",
  summary_hour: "SUMMARY_HOUR",
  allows_private: "NOTICES_TO_PRIVATE",
} as const satisfies Record<keyof NoticeSettingsChange, SettingName>;

export function describeNoticeSettings({ config, settings }: Parts): NoticeSettings {
  const { discordUrl, discordTroubleUrl, webhook, mail, troubleMailTo, summaryHour, allowsPrivate } = config.notices;
  const place = (name: Secret, host: string | null) => ({ host, is_fixed: settings.isFixed(settingOf[name]) });
  return {
    discord: place("discord", discordUrl && new URL(discordUrl).host),
    discord_trouble: place("discord_trouble", discordTroubleUrl && new URL(discordTroubleUrl).host),
    webhook: place("webhook", webhook && new URL(webhook.url).host),
    mail: place("mail", mail && `${mail.host}:${mail.port}`),
    mail_from: { value: mail?.from ?? "", is_fixed: settings.isFixed("MAIL_FROM") },
    trouble_mail: { value: troubleMailTo.join(", "), is_fixed: settings.isFixed("TROUBLE_MAIL_TO") },
    summary_hour: { value: summaryHour, is_fixed: settings.isFixed("SUMMARY_HOUR") },
    time_zone: config.timeZone,
    allows_private: { value: allowsPrivate, is_fixed: settings.isFixed("NOTICES_TO_PRIVATE") },
  };
}

export async function changeNoticeSettings(
  parts: Parts,
  memberId: string,
  change: NoticeSettingsChange,
): Promise<NoticeSettings> {
  const values = readChange(change);
  const names = Object.keys(values) as SettingName[];
  const fixed = names.find((name) => parts.settings.isFixed(name));
  if (fixed) throw new Refusal("conflict", words.fixed(fixed));
  await previewOrRefuse(parts, values);
  await parts.db.transaction().execute(async (trx) => {
    await saveStored(trx, parts, values);
    const detail = { names };
    await recordEvent(trx, { at: parts.clock.now(), kind: "notices-changed", actorId: memberId, detail });
  });
  await parts.settings.reload();
  return describeNoticeSettings(parts);
}

function readChange(change: NoticeSettingsChange): NewValues {
  const values: NewValues = {};
  for (const [key, value] of Object.entries(change)) {
    const name = settingOf[key as keyof typeof settingOf];
    const text = typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "");
    values[name] = text === "" ? "" : check(name, text);
  }
  // one without the other would stop the next start
  if (change.webhook === "") values.NOTICE_WEBHOOK_SECRET = "";
  if (change.mail === "") values.MAIL_FROM = "";
  return values;
}

/** Returns the text as it was given: it is parsed again whenever the settings are read. */
function check(name: SettingName, text: string): string {
  try {
    settings[name].parse(text);
    return text;
  } catch (error) {
    throw new Refusal("bad-input", words.wrongSetting(name, (error as Error).message), { cause: error });
  }
}

async function previewOrRefuse(parts: Parts, values: NewValues): Promise<void> {
  await parts.settings.preview(values).catch((error: unknown) => {
    if (error instanceof Refusal) throw new Refusal("bad-input", error.message, { cause: error });
    throw error;
  });
}
