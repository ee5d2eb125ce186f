// Text of an unknown encoding: by its first bytes, by what UTF-8 and UTF-16 look like, by the language that its name says,
// and at last by which of the old encodings gives words. Pure.

/** Encodings that programs without Unicode used, by language. */
const byLanguage: Readonly<Record<string, string>> = {
  ...spread("windows-1250", "cs hr hu pl ro sk sl bs"),
  ...spread("windows-1251", "be bg mk ru sr uk"),
  ...spread("windows-1253", "el"),
  ...spread("windows-1254", "tr az"),
  ...spread("windows-1255", "he"),
  ...spread("windows-1256", "ar fa ur"),
  ...spread("windows-1257", "et lt lv"),
  ...spread("windows-874", "th"),
  ...spread("shift_jis", "ja"),
  ...spread("euc-kr", "ko"),
  ...spread("gb18030", "zh"),
};

function spread(encoding: string, languages: string): Record<string, string> {
  return Object.fromEntries(languages.split(" ").map((language) => [language, encoding]));
}

/** `language` as in `pt-BR`, where it is known. */
export function decodeText(bytes: Buffer, language: string | null = null): string {
  const marked = findMark(bytes) ?? findWide(bytes);
  const text = marked ? new TextDecoder(marked).decode(bytes) : decodeOld(bytes, language);
  return text.replace(/^\ufeff/, "");
}

/** Of text that cannot be UTF-16, such as the name of a file. */
export function decodeOld(bytes: Buffer, language: string | null = null): string {
  const unicode = tryDecode(bytes, "utf-8");
  if (unicode !== undefined) return unicode;
  const tag = language?.toLowerCase() ?? "";
  const named = /^zh-(tw|hk|hant)/.test(tag) ? "big5" : byLanguage[tag.split("-")[0] ?? ""];
  const hinted = named && tryDecode(bytes, named);
  if (named && hinted !== undefined && hinted !== "") return hinted;
  for (const [encoding, looksRight] of candidates) {
    const text = tryDecode(bytes, encoding);
    if (text !== undefined && looksRight(text)) return text;
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

function findMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? "utf-8" : undefined;
}

/** UTF-16 without a mark: every second byte of line breaks, digits and blanks is zero. */
function findWide(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 8 && even === 0) return "utf-16le";
  return even > head.length / 8 && odd === 0 ? "utf-16be" : undefined;
}

function tryDecode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Each only if most of what is not ASCII is in the letters of its language. */
const candidates: readonly (readonly [encoding: string, looksRight: (text: string) => boolean])[] = [
  [
    "shift_jis",
    (text) => share(text, /[\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f]/u) > 0.9 && /[\u3040-\u30ff]/u.test(text),
  ],
  ["euc-kr", (text) => share(text, /[\uac00-\ud7af]/u) > 0.9],
  ["windows-1251", (text) => share(text, /[\u0400-\u045f]/u) > 0.9 && /[\u0430-\u044f]{3}/u.test(text)],
  ["gb18030", (text) => share(text, /[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]/u) > 0.9],
];

function share(text: string, letters: RegExp): number {
  const foreign = Array.from(text).filter((letter) => (letter.codePointAt(0) ?? 0) > 0x7f);
  return foreign.length === 0 ? 0 : foreign.filter((letter) => letters.test(letter)).length / foreign.length;
}
