// What the owner says about the archive, for everybody: as the page gets it, and as it is written into index.html before the
// page is sent. The second is for the first paint, and for previews of links, whose readers run no scripts.
import { makeAccent, writeTokens } from "#contract/accent.ts";
import type { Site } from "#contract/site.ts";
import type { Config, LookConfig } from "#server/config.ts";
import { addressOf } from "./addresses.ts";

export function describeForVisitors(look: LookConfig): Pick<Site, "logo" | "welcome" | "contact" | "privacy"> {
  const { logo, welcomePicture, welcomeText, contact, privacyText } = look;
  const logoUrl = addressOf(logo, "logo.png");
  const [wide, small] = [addressOf(welcomePicture, "wide.webp"), addressOf(welcomePicture, "small.webp")];
  const links = listLinks(look);
  const welcome = {
    ...(welcomeText !== null && { text: welcomeText }),
    ...(welcomePicture && wide && small && { picture: { url: wide, small_url: small, ...sizeOf(welcomePicture) } }),
    ...(links.length > 0 && { links }),
  };
  return {
    ...(logo &&
      logoUrl && { logo: { url: logoUrl, ...sizeOf(logo), ...(logo.hardToSeeOn && { plate: logo.hardToSeeOn }) } }),
    ...(Object.keys(welcome).length > 0 && { welcome }),
    ...(contact !== null && { contact }),
    ...(privacyText !== null && { privacy: true }),
  };
}

function listLinks({ links }: LookConfig) {
  const named = [
    { name: "Patreon" as const, url: links.patreon },
    { name: "Twitch" as const, url: links.twitch },
    { name: "Discord" as const, url: links.discord },
  ];
  return named.flatMap(({ name, url }) => (url === null ? [] : [{ name, url }]));
}

function sizeOf({ width, height }: { width: number; height: number }) {
  return { width, height };
}

export const nonceMark = "__CSP_NONCE__";

/** The texts of one page, in place of the archive's own. */
interface OwnPreview {
  title: string;
  /** Without the host. */
  page: string;
  image: string | null;
}

/** index.html with what the owner set; a mark stays wherever a response needs its nonce. */
export function writeIndex(
  html: string,
  { name, publicUrl, look }: Pick<Config, "name" | "publicUrl" | "look">,
  own?: OwnPreview,
): string {
  const preview = own ? writeOwnPreview({ name, publicUrl }, own) : writePreview({ name, publicUrl, look });
  const icon = addressOf(look.logo, "icon.png");
  const icons = [
    `<link rel="icon" href="${icon}" type="image/png" />`,
    `<link rel="apple-touch-icon" href="${addressOf(look.logo, "solid.png")}" />`,
  ];
  return html
    .replace("<html", () => `<html${writeAttributes(look)}`)
    .replace(/<link rel="apple-touch-icon"[^<>]*>/, (mark) => (icon ? "" : mark))
    .replace(/<link rel="icon"[^<>]*>/, (mark) => (icon ? icons.join("\n    ") : mark))
    .replace(
      /(<meta\s+name="description"\s+content=")([^"]*)/,
      (_, start: string, usual: string) =>
        `${start}${look.welcomeText === null ? usual : escape(shorten(look.welcomeText))}`,
    )
    .replace("</head>", () => `  ${[...preview, ...writeStyle(look)].join("\n    ")}\n  </head>`);
}

/** theme.js and the header read them: both are shown before /api/site has answered. */
function writeAttributes({ defaultTheme, logo }: LookConfig): string {
  const theme = defaultTheme === "auto" ? "" : ` data-default-theme="${defaultTheme}"`;
  return logo ? `${theme} data-logo="${addressOf(logo, "logo.png")}" data-plate="${logo.hardToSeeOn ?? ""}"` : theme;
}

function writeOwnPreview({ name, publicUrl }: Pick<Config, "name" | "publicUrl">, own: OwnPreview): string[] {
  return writeTags({
    "og:type": "website",
    "og:site_name": name,
    "og:title": own.title,
    "og:url": `${publicUrl}${own.page}`,
    ...(own.image !== null && { "og:image": `${publicUrl}${own.image}` }),
  });
}

function writeTags(tags: Record<string, string>): string[] {
  const isLarge = tags["og:image:width"] !== undefined;
  return [
    ...Object.entries(tags).map(
      ([property, content]) => `<meta property="${property}" content="${escape(content)}" />`,
    ),
    `<meta name="twitter:card" content="${isLarge ? "summary_large_image" : "summary"}" />`,
  ];
}

/** The same for every other address: a preview of a recording would tell its title to everybody. */
function writePreview({ name, publicUrl, look }: Pick<Config, "name" | "publicUrl" | "look">): string[] {
  const large = addressOf(look.welcomePicture, "share.jpg");
  const image = large ?? addressOf(look.logo, "solid.png");
  return writeTags({
    "og:type": "website",
    "og:site_name": name,
    "og:title": name,
    ...(look.welcomeText !== null && { "og:description": shorten(look.welcomeText) }),
    "og:url": `${publicUrl}/`,
    ...(image !== null && { "og:image": `${publicUrl}${image}` }),
    ...(large !== null && { "og:image:width": "1200", "og:image:height": "630" }),
  });
}

/** The colours of web/ui/tokens.css. In the page itself, so that the first paint has them. */
function writeStyle({ accentColor }: LookConfig): string[] {
  if (accentColor === null) return [];
  const lines = Object.entries(writeTokens(makeAccent(accentColor))).map(([token, value]) => `${token}:${value}`);
  // twice, so that it counts more than the stylesheet that follows
  return [`<style data-accent nonce="${nonceMark}">:root:root{${lines.join(";")}}</style>`];
}

const mostInPreview = 200;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= mostInPreview ? line : `${line.slice(0, mostInPreview - 1).replace(/\s\S*$/, "")}…`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The web app manifest with the archive's name and logo. */
export function writeManifest(text: string, { name, look }: Pick<Config, "name" | "look">): string {
  const { short_name: _short, ...manifest } = JSON.parse(text) as Record<string, unknown>;
  const [icon, solid] = [addressOf(look.logo, "icon.png"), addressOf(look.logo, "solid.png")];
  const png = { type: "image/png", sizes: "512x512" };
  const icons = [
    { src: icon, ...png, purpose: "any" },
    { src: solid, ...png, purpose: "maskable" },
  ];
  const description = look.welcomeText === null ? {} : { description: shorten(look.welcomeText) };
  return JSON.stringify({ ...manifest, name, short_name: name.slice(0, 30), ...description, ...(icon && { icons }) });
}
