// Text for searching: without accents and case, the same for a title and for what somebody types.
// Server and page use the same function, so that both find the same.

/** Letters that Unicode does not take apart, a sigma at the end of a word, and Arabic and Persian spellings of the same letter. */
const letters = new Map(
  Object.entries({
    ß: "ss",
    æ: "ae",
    œ: "oe",
    ø: "o",
    ł: "l",
    đ: "d",
    ð: "d",
    þ: "th",
    ı: "i",
    ħ: "h",
    ŧ: "t",
    ς: "σ",
    ى: "ي",
    ی: "ي",
    ک: "ك",
    ة: "ه",
    ـ: "",
  }),
);
const special = new RegExp(`[${[...letters.keys()].join("")}]`, "gu");

/** More words would only make a search slow. */
const mostWords = 12;

export function fold(text: string): string {
  if (/^[\u0021-\u007e]+(?: [\u0021-\u007e]+)*$/.test(text)) return text.toLowerCase();
  return (
    text
      .normalize("NFKD")
      // は and ば are different letters
      .replace(/[\u3041-\u30ff][\u3099\u309a]/g, (kana) => kana.normalize("NFC"))
      // accents, and the points of Arabic and Hebrew. In other scripts marks are vowels
      .replace(/(?=\p{M})[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}]/gu, "")
      // what is not seen: joiners, soft hyphens, directions
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "")
      .toLowerCase()
      .replace(special, (letter) => letters.get(letter) ?? letter)
      // katakana as hiragana
      .replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60))
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
  );
}

export function foldWords(text: string): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word !== "").slice(0, mostWords);
}
