import { expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const utf16 = (text: string) => Buffer.from(text, "utf16le");
const swapped = (text: string) => utf16(text).swap16();
const bytes = (text: string) => Buffer.from(text, "latin1");

it.each<[string, Buffer, string | null, string]>([
  ["UTF-8", Buffer.from("Müller – 夜"), null, "Müller – 夜"],
  ["UTF-8 with a mark", Buffer.from("\ufeffMüller"), null, "Müller"],
  ["UTF-16 with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), utf16("Müller")]), null, "Müller"],
  ["UTF-16 the other way round", Buffer.concat([Buffer.from([0xfe, 0xff]), swapped("Müller")]), null, "Müller"],
  [
    "UTF-16 without a mark",
    utf16("1\n00:00:01,000 --> 00:00:02,000\nMüller"),
    null,
    "1\n00:00:01,000 --> 00:00:02,000\nMüller",
  ],
  ["Windows, western", bytes("M\xfcller \x96 caf\xe9"), null, "Müller – café"],
  ["Windows, Russian", bytes("\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0"), null, "Привет, мир"],
  ["Windows, Polish by its language", bytes("za\xbf\xf3\xb3\xe6"), "pl", "zażółć"],
  ["Windows, Greek by its language", bytes("\xea\xe1\xeb\xe7"), "el", "καλη"],
  ["Shift JIS", bytes("\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd"), null, "こんにちは"],
  ["EUC-KR", bytes("\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4"), null, "안녕하세요"],
  ["Big5 by its language", bytes("\xa7A\xa6n"), "zh-TW", "你好"],
])("text in %s is read", (_what, content, language, text) => {
  expect(decodeText(content, language)).toBe(text);
});
