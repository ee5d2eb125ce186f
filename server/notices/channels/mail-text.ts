// The two forms of a mail. Everything that people wrote is escaped; there is nothing to load from anywhere.
import { words } from "#server/notices/words.ts";
import type { Message } from "./channel.ts";

interface Around {
  archive: string;
  stopUrl: string | null;
}

export function writeText({ title, text, url }: Message, { archive, stopUrl }: Around): string {
  const end = stopUrl === null ? [] : ["-- ", words.whyMail(archive), `${words.stop}: ${stopUrl}`];
  return [title, ...(text === "" ? [] : [text]), url, ...end].join("\n\n").replaceAll("-- \n\n", "-- \n");
}

export function writeHtml({ title, text, url, picture }: Message, { archive, stopUrl }: Around): string {
  const lines = text.split("\n").map((line) => `<p style="margin:0 0 8px">${escape(line)}</p>`);
  const image = picture
    ? `<p><a href="${escape(url)}"><img src="cid:picture" alt="" width="480" style="max-width:100%;height:auto"></a></p>`
    : "";
  const end =
    stopUrl === null
      ? ""
      : `<p style="color:#666;font-size:13px">${escape(words.whyMail(archive))} <a href="${escape(stopUrl)}">${words.stop}</a></p>`;
  return `<!doctype html><html lang="en"><body style="font-family:sans-serif;max-width:560px;margin:0 auto;padding:16px">
<h1 style="font-size:20px"><a href="${escape(url)}">${escape(title)}</a></h1>
${image}${text === "" ? "" : lines.join("\n")}
<p><a href="${escape(url)}">${escape(url)}</a></p>
${end}</body></html>`;
}

/** For text and for values in double quotes. */
export function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
