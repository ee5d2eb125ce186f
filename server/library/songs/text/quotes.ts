// Text in quotation marks is taken to the letter. While a line is read, one sign stands for each quoted text.

const first = 0xfdd0;
const most = 32;
const opened = String.raw`(?<=^|[\s(\[/:,>|.\-–—=\p{So}])`;
const closed = String.raw`(?=$|[\s)\],/>;:|.*†\-–—])`;
const quoted = new RegExp(
  String.raw`${opened}(?:"((?:[^"\\]|\\.)*)"|“([^”]*)”|「([^」]*)」|『([^』]*)』)${closed}`,
  "gu",
);

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
  const line = text.replace(quoted, (raw: string, straight?: string, ...others: (string | undefined)[]) => {
    const inside = straight?.replace(/\\(["\\])/g, "$1") ?? others.slice(0, 3).find((one) => one !== undefined) ?? "";
    if (kept.length === most || inside.trim() === "") return raw;
    kept.push({ raw, inside: inside.trim() });
    return String.fromCharCode(first + kept.length - 1);
  });
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
