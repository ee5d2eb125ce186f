// Studio > Settings: how the archive looks. Every change counts at once, and can be undone.
import { createHash } from "node:crypto";
import { lookFields, type Look, type LookChange, type LookField, type PictureKind } from "#contract/look.ts";
import type { Config } from "#server/config.ts";
import type { Trx } from "#server/database/open.ts";
import { writeSitePicture } from "#server/setting-rules.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { settings, type SettingName } from "#server/settings.ts";
import { saveChange } from "#server/setup/save-change.ts";
import type { NewValues } from "#server/setup/stored.ts";
import { makePicture } from "./make-picture.ts";
import { addressOf } from "./addresses.ts";
import { words } from "./words.ts";

const settingOf = {
  accent_color: "ACCENT_COLOR",
  default_theme: "DEFAULT_THEME",
  welcome_text: "WELCOME_TEXT",
  link_patreon: "LINK_PATREON",
  link_twitch: "LINK_TWITCH",
  link_discord: "LINK_DISCORD",
  contact: "CONTACT",
  privacy_text: "PRIVACY_TEXT",
} as const satisfies Record<LookField, SettingName>;

const pictureOf = { logo: "LOGO", welcome: "WELCOME_PICTURE" } as const satisfies Record<PictureKind, SettingName>;

export function describeLook({ config, settings: live }: Pick<Parts, "config" | "settings">): Look {
  const { look } = config;
  const field = (name: SettingName, value: string | null) => ({ value: value ?? "", is_fixed: live.isFixed(name) });
  return {
    accent_color: field("ACCENT_COLOR", look.accentColor),
    default_theme: field("DEFAULT_THEME", look.defaultTheme),
    welcome_text: field("WELCOME_TEXT", look.welcomeText),
    link_patreon: field("LINK_PATREON", look.links.patreon),
    link_twitch: field("LINK_TWITCH", look.links.twitch),
    link_discord: field("LINK_DISCORD", look.links.discord),
    contact: field("CONTACT", look.contact?.replace(/^mailto:/, "") ?? null),
    privacy_text: field("PRIVACY_TEXT", look.privacyText),
    logo: { url: addressOf(look.logo, "logo.png"), is_fixed: live.isFixed("LOGO") },
    welcome: { url: addressOf(look.welcomePicture, "small.webp"), is_fixed: live.isFixed("WELCOME_PICTURE") },
  };
}

/** Returns the change's id, for Undo; null when nothing had to be changed. */
export async function changeLook(parts: Parts, memberId: string, change: LookChange): Promise<string | null> {
  const values: NewValues = {};
  for (const field of lookFields) {
    const text = change[field];
    if (text !== undefined) values[settingOf[field]] = readField(field, text.trim());
  }
  return Object.keys(values).length === 0 ? null : saveChange(parts, memberId, values);
}

function readField(field: LookField, text: string): string {
  const { fallback, parse } = settings[settingOf[field]];
  // what is not set is not stored
  if (text === "" || text === fallback) return "";
  try {
    return parse(text) ?? "";
  } catch (error) {
    throw new Refusal("bad-input", words.wrong(words.fields[field], (error as Error).message));
  }
}

/** An upload of null removes the picture. */
export async function changePicture(
  parts: Parts,
  memberId: string,
  { kind, upload }: { kind: PictureKind; upload: Buffer | null },
): Promise<string | null> {
  const name = pictureOf[kind];
  if (upload === null) return saveChange(parts, memberId, { [name]: "" });
  const { files, ...facts } = await makePicture(parts, kind, upload);
  const id = createHash("sha256").update(`${kind}|`).update(upload).digest("hex").slice(0, 32);
  const made_at = parts.clock.now();
  await parts.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("site_picture").where("id", "=", id).execute();
    await trx
      .insertInto("site_picture")
      .values(files.map((file) => ({ id, made_at, ...file })))
      .execute();
    await dropOld(trx, parts.config, made_at);
  });
  return saveChange(parts, memberId, { [name]: writeSitePicture({ id, ...facts }) });
}

const keptMs = 30 * 86_400_000;

/** Pictures that were replaced are kept for a while, for Undo. */
async function dropOld(trx: Trx, { look }: Config, now: Date): Promise<void> {
  const shown = [look.logo, look.welcomePicture].flatMap((picture) => picture?.id ?? []);
  let old = trx.deleteFrom("site_picture").where("made_at", "<", new Date(now.getTime() - keptMs));
  if (shown.length > 0) old = old.where("id", "not in", shown);
  await old.execute();
}
