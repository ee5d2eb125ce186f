// The rules of the settings about notices: addresses that the archive sends to.
import { words } from "./words.ts";

export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; else it is asked for later. */
  isTls: boolean;
  user: string;
  password: string;
}

/** Whether a private address may be asked is decided when it is used: see server/notices/reach/. */
export function hookAddress(value: string): string {
  const url = value.length <= 2000 ? URL.parse(value) : null;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username || url.password || url.hash)
    throw new Error(words.rules.hookAddress);
  return url.href;
}

/** As smtp://user:password@host:587, or smtps://... for TLS from the first byte. */
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
