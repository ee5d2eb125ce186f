import { expect, it } from "vitest";
import { readCues, writeCues } from "./cues.ts";

it("SubRip and WebVTT become the same plain WebVTT", () => {
  const expected =
    "WEBVTT\n\n00:01.000 --> 00:02.500\nWe sing <i>along</i>\nfor an hour\n\n01:00:00.000 --> 01:00:01.000\nThe end\n";
  const srt =
    "1\r\n00:00:01,000 --> 00:00:02,500\r\nWe sing <i>along</i>\r\nfor an hour\r\n\r\n2\r\n01:00:00,000 --> 01:00:01,000\r\nThe end\r\n";
  const vtt =
    "WEBVTT - title\nKind: captions\n\nNOTE a --> b\n\nSTYLE\n::cue { color: red }\n\nfirst\n00:01.000 --> 00:02.500 align:start position:0%\n<v Anna>We sing <i.loud>along</i></v>\nfor an <00:01.500><c>hour</c>\n\n01:00:00.000 --> 01:00:01.000\nThe end\n";
  expect(writeCues(readCues(srt))).toBe(expected);
  expect(writeCues(readCues(vtt))).toBe(expected);
  expect(writeCues(readCues(expected))).toBe(expected);
});

it.each([
  ["<script>alert(1)</script>Sing", "Sing"],
  ["<SCRIPT src=x>alert(1)", ""],
  ['<img src=x onerror="alert(1)">Sing', "Sing"],
  ["<scr<script>x</script>ipt>Sing", "Sing"],
  ["Tom & Jerry < 3", "Tom &amp; Jerry &lt; 3"],
  ["&lt;script&gt;", "&lt;script&gt;"],
  ["{\\an8}Above", "Above"],
  ["\u202eturned", "turned"],
  ["<b onclick=x>Loud</b>", "<b>Loud</b>"],
])("%s is shown as text", (text, shown) => {
  expect(readCues(`1\n00:00:01,000 --> 00:00:02,000\n${text}\n`)[0]?.text ?? "").toBe(shown);
});

it("cues are in order, and none without a time or without a length is kept", () => {
  const text =
    "00:05.000 --> 00:06.000\nlate\n\n00:01.000 --> 00:01.000\nnever\n\n99 --> x\nno\n\n00:02.000 --> 00:03.000\nearly\n";
  expect(readCues(text).map((cue) => cue.text)).toEqual(["early", "late"]);
});

it("captions of a recording whose picture begins late are moved, and what is over by then is dropped", () => {
  const cues = readCues(
    "00:00.100 --> 00:00.400\nover\n\n00:00.100 --> 00:02.000\nearly\n\n00:01.000 --> 00:02.000\nlater\n",
  );
  expect(writeCues(cues, 0.5)).toBe("WEBVTT\n\n00:00.000 --> 00:01.500\nearly\n\n00:00.500 --> 00:01.500\nlater\n");
});
