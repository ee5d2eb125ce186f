// New recordings as an Atom feed (RFC 4287), for feed readers. Pure: the same recordings give the same bytes.
import type { OnlyKnown } from "#contract/dates/dates.ts";
import { sayVague } from "./write-rss.ts";
import { words } from "./words.ts";
import { element, escape, wrap } from "./xml.ts";

export interface AtomEntry {
  /** Stays the same for good. */
  id: string;
  link: string;
  title: string;
  text: string;
  at: Date;
  /** Not even its day is known. */
  onlyKnown: OnlyKnown | null;
  /** The address of a picture that may be fetched without a login; null where there is none. */
  picture: string | null;
}

interface AtomFeed {
  archive: string;
  /** The addresses of the page and of this feed. */
  link: string;
  self: string;
  /** When there is no entry. */
  madeAt: Date;
  entries: readonly AtomEntry[];
}

export function writeAtom({ archive, link, self, madeAt, entries }: AtomFeed): string {
  const newest = entries.map(({ at }) => at).reduce((one, other) => (one > other ? one : other), new Date(0));
  const lines = [
    // the address is secret, so it is not what the feed is known by
    ...[element("id", `${link}/#recordings`), element("title", words.atomTitle(archive))],
    element("updated", (entries.length === 0 ? madeAt : newest).toISOString()),
    element("link", null, { rel: "self", type: "application/atom+xml", href: self }),
    element("link", null, { rel: "alternate", type: "text/html", href: `${link}/` }),
    ...[wrap("author", {}, [element("name", archive)]), element("generator", "Stagedoor")],
    ...entries.map(writeEntry),
  ];
  const feed = wrap("feed", { xmlns: "http://www.w3.org/2005/Atom", "xml:lang": "en" }, lines);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${feed}\n`;
}

function writeEntry({ id, link, title, text, at, onlyKnown, picture }: AtomEntry): string {
  const image = picture === null ? "" : `<p><img src="${escape(picture)}" alt="" width="480"></p>`;
  const paragraphs = `${sayVague(at, onlyKnown)}\n${text}`.split(/\n+/).filter((line) => line.trim() !== "");
  return wrap("entry", {}, [
    ...[element("id", id), element("title", title, { type: "text" })],
    // the one is required, the other is not
    ...(onlyKnown === null ? [element("published", at.toISOString())] : []),
    element("updated", at.toISOString()),
    element("link", null, { rel: "alternate", type: "text/html", href: link }),
    element("content", image + paragraphs.map((line) => `<p>${escape(line)}</p>`).join(""), { type: "html" }),
  ]);
}
