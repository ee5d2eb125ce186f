// What settings about the look of the archive and about notices may be. As in settings.ts: each returns the value, or throws an Error whose
// message completes the sentence "NAME …".
import { isColor } from "#contract/accent.ts";
import { words } from "./words.ts";

/** A picture that the owner uploaded: the database has it by this id. */
export interface SitePicture {
  id: string;
  width: number;
  height: number;
  /** The page on which it is hard to see, and needs something behind it. */
  hardToSeeOn: "light" | "dark" | null;
}

export function color(value: string): string {
  const written = value.toLowerCase().replace(/^#?([0-9a-f])([0-9a-f])([0-9a-f])$/, "#$1$1$2$2$3$3");
  const whole = written.startsWith("#") ? written : `#${written}`;
  if (!isColor(whole)) throw new Error(words.rules.color(value));
  return whole;
}

/** Plain text in several lines. */
export function paragraphs(most: number) {
  return (value: string): string => {
    if (value.length > most) throw new Error(words.rules.atMost(most));
    // oxlint-disable-next-line no-control-regex -- control characters are what is refused here
    if (/[\u0000-\u0009\u000b-\u001f\u007f]/.test(value.replaceAll("\r\n", "\n")))
      throw new Error(words.rules.noControls);
    return value.replaceAll("\r\n", "\n");
  };
}

const mostInAddress = 500;

export function webAddress(value: string): string {
  const url = value.length <= mostInAddress ? URL.parse(value) : null;
  if (url?.protocol !== "https:" || url.username || url.password)
    throw new Error(words.rules.webAddress(value.slice(0, 80)));
  return url.href;
}

/** An email address, or the address of a page. */
export function contactAddress(value: string): string {
  const bare = value.replace(/^mailto:/i, "");
  const [name = "", host = "", ...more] = bare.split("@");
  const isHost = host.includes(".") && !host.startsWith(".") && !host.endsWith(".");
  if (name && isHost && more.length === 0 && !/[\s:/?&<>"]/.test(bare) && bare.length <= mostInAddress)
    return `mailto:${bare}`;
  if (URL.parse(value)?.protocol !== "https:") throw new Error(words.rules.contactAddress(value.slice(0, 80)));
  return webAddress(value);
}

export function sitePicture(value: string): SitePicture {
  const [, id, width, height, page] = /^([0-9a-f]{32})-(\d{1,5})x(\d{1,5})(?:-(light|dark))?$/.exec(value) ?? [];
  if (id === undefined) throw new Error(words.rules.sitePicture);
  return { id, width: Number(width), height: Number(height), hardToSeeOn: (page as "light" | undefined) ?? null };
}

export function writeSitePicture({ id, width, height, hardToSeeOn }: SitePicture): string {
  return `${id}-${width}x${height}${hardToSeeOn ? `-${hardToSeeOn}` : ""}`;
}

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; else it is asked for later. */
  isTls: boolean;
  user: string;
  password: string;
}

/** Whether a private address may be asked is decided when it is used: see server/outside.ts. */
export function hookAddress(value: string): string {
  const url = value.length <= 2000 ? URL.parse(value) : null;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username || url.password || url.hash)
    throw new Error(words.rules.hookAddress);
  return url.href;
}

/** Written as smtp://user:password@host:587, or smtps://... for TLS from the first byte. */
export function mailServer(value: string): MailServer {
  const url = value.length <= 2000 ? URL.parse(value) : null;
  const isTls = url?.protocol === "smtps:";
  if (!url?.hostname || (!isTls && url.protocol !== "smtp:") || !["", "/"].includes(url.pathname) || url.search)
    throw new Error(words.rules.mailServer);
  return {
    host: url.hostname,
    port: Number(url.port || (isTls ? 465 : 587)),
    isTls,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

/** Only what every mail server takes: no comments, no quotes. */
export function mailAddress(value: string): string {
  if (value.length > 254 || !/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(value))
    throw new Error(words.rules.mailAddress(value.slice(0, 80)));
  return value;
}
