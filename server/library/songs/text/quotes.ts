// Text in quotation marks is taken to the letter. While a line is read, one sign stands for each quoted text.

const first = 0xfdd0;
const most = 32;
const opened = /^$|[\s([/:,>|.\-–—=]$|\p{So}$/u;
const closed = /^(?:$|[\s)\],/>;:|.*†\-–—])/;
const quoted = /"((?:[^"\\]|\\.)*)"|“([^“”]*)”|「([^「」]*)」|『([^『』]*)』/y;

export interface Quotes {
  /** The line with a sign in place of each quoted text. */
  line: string;
  /** A name: what is in the quotes when it is quoted as a whole, otherwise with its quotes as they were. */
  restore(text: string): string;
  /** True when the whole text is one quoted text. */
  isQuoted(text: string): boolean;
}

export function takeQuotes(text: string): Quotes {
  const kept: { raw: string; inside: string }[] = [];
  let line = "";
  let from = 0;
  for (const { index } of text.matchAll(/["“「『]/g)) {
    if (index < from || !opened.test(text.slice(Math.max(0, index - 2), index))) continue;
    quoted.lastIndex = index;
    const [raw = "", straight, ...others] = quoted.exec(text) ?? [];
    const end = index + raw.length;
    if (raw === "" || !closed.test(text.slice(end, end + 1))) continue;
    const inside = straight?.replace(/\\(["\\])/g, "$1") ?? others.find((one) => one !== undefined) ?? "";
    if (kept.length === most || inside.trim() === "") continue;
    kept.push({ raw, inside: inside.trim() });
    line += text.slice(from, index) + String.fromCharCode(first + kept.length - 1);
    from = end;
  }
  line += text.slice(from);
  const find = (sign: string) => kept[sign.charCodeAt(0) - first];
  const isQuoted = (text: string) => /^[\ufdd0-\ufdef]$/.test(text);
  return {
    line,
    isQuoted,
    restore: (text) =>
      isQuoted(text)
        ? (find(text)?.inside ?? "")
        : text.replace(/[\ufdd0-\ufdef]/g, (sign) => find(sign)?.raw ?? "").trim(),
  };
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
}
