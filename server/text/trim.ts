// Takes signs off the ends of a text. A pattern such as /[\s-]+$/ tries each run of signs anew from each of its signs: on
// foreign text that is quadratic.

export function trimStart(text: string, isSign: (letter: string) => boolean): string {
  let from = 0;
  while (from < text.length && isSign(text[from] ?? "")) from++;
  return text.slice(from);
}

export function trimEnd(text: string, isSign: (letter: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isSign(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}
