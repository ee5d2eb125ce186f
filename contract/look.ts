// How the archive looks, as the owner sets it under Studio > Settings: pictures, colour, texts and links.
import { z } from "zod";

export const lookFields = [
  "accent_color",
  "default_theme",
  "welcome_text",
  "link_patreon",
  "link_twitch",
  "link_discord",
  "contact",
  "privacy_text",
] as const;
export type LookField = (typeof lookFields)[number];

const pictureKinds = ["logo", "welcome"] as const;
export type PictureKind = (typeof pictureKinds)[number];

const Field = z.object({
  value: z.string().describe("Empty when it is not set."),
  is_fixed: z.boolean().describe("Set by the environment."),
});
const Picture = z.object({ url: z.string().nullable(), is_fixed: z.boolean() });

export const Look = z.object({
  accent_color: Field,
  default_theme: Field,
  welcome_text: Field,
  link_patreon: Field,
  link_twitch: Field,
  link_discord: Field,
  contact: Field,
  privacy_text: Field,
  logo: Picture,
  welcome: Picture,
});
export type Look = z.infer<typeof Look>;

const text = z.string().max(30_000).optional();
export const LookChange = z.strictObject({
  accent_color: text.describe("As #rrggbb; an empty text removes it, as with every field."),
  default_theme: text.describe("auto, light or dark."),
  welcome_text: text,
  link_patreon: text,
  link_twitch: text,
  link_discord: text,
  contact: text.describe("An email address, or the address of a page."),
  privacy_text: text.describe("Shown at /privacy."),
});
export type LookChange = z.infer<typeof LookChange>;

export const PicturePlace = z.strictObject({ kind: z.enum(pictureKinds) });
export const PictureUpload = z.strictObject({
  picture: z.base64().max(14_000_000).describe("A JPEG, PNG or WebP picture of at most 10 MB."),
});
