// Times in text: finds them, reads them and writes them. A number alone is never a time.

/** Digits and signs of other scripts as ASCII, one for one, so that an index in one text is the same in the other. */
export function toPlain(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff01-\uff5e【】「」『』〔〕〈〉《》〜～：]/g, (sign) => {
    const code = sign.charCodeAt(0);
    if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
    if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
    return brackets[sign] ?? sign;
  });
}

const brackets: Record<string, string> = {
  ...{ "【": "[", "】": "]", "〔": "[", "〕": "]", "〈": "[", "〉": "]", "《": "[", "》": "]" },
  ...{ "「": '"', "」": '"', "『": '"', "』": '"', "〜": "~" },
};

const colons = String.raw`(?:\d{1,3}:[0-5]\d:[0-5]\d(?::\d\d(?!\d))?|\d{1,3}:[0-5]\d)(?:[.,]\d{1,3})?`;
const letters = String.raw`\d{1,2} ?h ?[0-5]?\d ?m(?:in)?(?: ?[0-5]?\d ?s(?:ec)?)?|\d{1,3} ?m(?:in)? ?[0-5]?\d ?s(?:ec)?`;
const primes = String.raw`\d{1,3}['′’][0-5]\d(?:["″”]|'')?`;
/** One time. Not a part of a longer number, and not a time of day such as 8:30 pm. */
export const time = String.raw`(?<![\d:.,])(?:${colons}|(?:${letters})\b|${primes})(?!\d|:\d|[.,]\d| ?[ap]\.?m\b)`;
const until = String.raw` ?(?:-{1,2}>?|[–—−~→/]|\bto\b|\bbis\b|\buntil\b) ?`;
/** One time, or two of them with something between that says "until". */
export const range = String.raw`(?<from>${time})(?:${until}(?<to>${time}))?`;

/** `text` is one whole match of `time`, already plain. */
export function readTime(text: string): number {
  const named = /^(?:(\d+) ?h ?)?(\d+) ?m(?:in)?(?: ?(\d+) ?s(?:ec)?)?$/i.exec(text);
  if (named) return Number(named[1] ?? 0) * 3600 + Number(named[2]) * 60 + Number(named[3] ?? 0);
  const [, whole = "", fraction] = /^([\d:'′’"″”]+)(?:[.,](\d+))?$/.exec(text) ?? [];
  const places = whole
    .split(/[:'′’"″”]/)
    .filter((digits) => digits !== "")
    .map(Number);
  // a fourth place counts pictures
  const [first = 0, second = 0, third] = places;
  const seconds = third === undefined ? first * 60 + second : first * 3600 + second * 60 + third;
  return Math.round((seconds + Number(`0.${fraction ?? 0}`)) * 10) / 10;
}

/** Written as 1:02:03 or 2:03, with a tenth where there is one. */
export function writeTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60];
  const rest = `${pad(Math.floor(tenths / 10) % 60)}${tenths % 10 === 0 ? "" : `.${tenths % 10}`}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

export function pad(number: number, length = 2): string {
  return String(number).padStart(length, "0");
}
