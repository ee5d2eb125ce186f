// Text of one line that people type or files bring, such as names and titles. Whoever takes it asks here: it must be seen, and must
// not turn the text around it. What joins letters stays: emoji, Persian and Indic scripts are written with it.
// control characters, line ends, and what turns the direction of the text around it
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
export const noControls = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
// spaces, what has no width, what fills a place without ink, and what is no letter at all
export const seen = /[^\s\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/** Empty, or nothing of it can be seen. */
export function isUnseen(text: string): boolean {
  return !seen.test(text);
}

export function hasControls(text: string): boolean {
  return !text.isWellFormed() || controls.test(text);
}

/** Removes what may not be in a name; empty if nothing can be seen. */
export function tidyName(text: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(new RegExp(controls, "gu"), " ")
    .trim();
  return isUnseen(plain) ? "" : plain;
}
