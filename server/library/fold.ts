// Text as search sees it: without accents and case, the same for a title and for what somebody types.

/** Letters that Unicode does not take apart, and two Arabic spellings of the same sound. */
const letters: Record<string, string> = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ħ: "h", ŧ: "t", ى: "ي", ـ: "",
}; // prettier-ignore
const special = new RegExp(`[${Object.keys(letters).join("")}]`, "gu");

export function fold(text: string): string {
  return (
    text
      .normalize("NFKD")
      // all marks but the two of Japanese, where は and ば are different letters
      .replace(/(?![\u3099\u309a])\p{M}/gu, "")
      .toLowerCase()
      .replace(special, (letter) => letters[letter] ?? letter)
      // katakana as hiragana
      .replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim()
  );
}

/** Bounded, because the place in a list by title is sent to and fro. */
export function foldTitle(title: string): string {
  return fold(title).slice(0, 400).toWellFormed();
}

export function foldWords(text: string): string[] {
  return [...new Set(fold(text).split(" "))].filter((word) => word !== "").slice(0, 12);
}
