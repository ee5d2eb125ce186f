// Texts that are made to be slow: pieces of what a reader looks for, repeated, nested, left open, or put into a text that
// is right.

/** What readers of text look for: signs of captions, XML, CUE sheets, JSON, Markdown, dates, times, set lists, links. */
const pieces = [
  ..."{\\ } {\\an8} < > </ <b> <i <script> </script <style <c.x> <00:01.000> & &# &#x &amp; &lt ; --> 00:01 00:00:01,000".split(" "),
  ...'<![CDATA[ ]]> <!-- --> <? ?> <!DOCTYPE <a> </a> <a/> <movie> a="b" TITLE TRACK INDEX FILE REM 01 AUDIO " \\" \\\\'.split(" "),
  ...'{ } [ ] {"a": [" \\u0000 , : null 1e9 ** __ ` [a](https: ) ( ) （ 【 「 」 “ ” 0:00 1:02:03 9: - – — -> => → > ~ | ; / +'.split(" "),
  ..."ft. feat. featuring w/ cover by (cover) [1] * † … .... : ： # ## == encore set 1 E: medley: 2024-01-01 2024 31.12.2022 12".split(" "),
  ..."https:// www. @ .. ../ // % %00 = ? a aa x 1 0 é ß İ 漢 🎸 \ufeff \u200b \u202e \ufffd".split(" "),
  ...[" ", "  ", "\t", "\n", "\r\n", "\r", "\n\n", "\v", "\u2028", "\u0085", "a ", " a", "\n-", "\n1. ", "\n0:00 a", "\n> "],
  ...["\n\n1\n00:00:01,000 --> 00:00:02,000\n", "\n0:00 Song (cover) ft. Guest *", "<episodedetails><title>", 'REM DATE 2024\nTRACK 01 AUDIO\nTITLE "a"\nINDEX 01 00:00:00\n'],
]; // prettier-ignore

const heads = [
  ...["", "", "", "WEBVTT\n\n", "1\n00:00:01,000 --> 00:00:02,000\n", "<movie>", '<?xml version="1.0"?>\n<movie><title>', "{", "[", '{"title":"'],
  ...['FILE "a.wav" WAVE\nTRACK 01 AUDIO\nTITLE ', "Set 1:\n", "0:00 ", "* = ", '{"chapters":[', "TITLE a"],
]; // prettier-ignore

/** Between 0 and 1, the same for the same seed. */
export type Random = () => number;

/** Of about so many letters. */
export function makeText(random: Random, letters: number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const some = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(pieces)).join("");
  const repeat = (piece: string, length: number) => piece.repeat(Math.max(1, Math.floor(length / piece.length)));
  const ways = [
    () => pick(heads) + some(2) + repeat(some(3), letters) + some(2),
    () => repeat(some(1), letters / 2) + repeat(some(1), letters / 2),
    () => repeat(pick(heads) + some(3), letters),
    () => repeat(`${repeat(some(2), 900)}\n`, letters),
    () => Array.from({ length: Math.ceil(letters / 8) }, () => pick(pieces)).join(""),
  ];
  return (ways[Math.floor(random() * ways.length)] ?? some)(3).slice(0, letters);
}
