import { expect, it } from "vitest";
import { recognise } from "./magic.ts";

const filled = (head: string | number[], size = 1024) =>
  Buffer.concat([Buffer.from(head as string, "latin1"), Buffer.alloc(size)]);

it.each([
  ["mp4", filled("\0\0\0\u0020ftypisom")],
  ["mp4", filled("\0\0\0\u0008wide\0\0\0\0mdat")],
  ["matroska", filled("\u001a\u0045\u00df\u00a3")],
  ["avi", filled("RIFF\0\0\0\0AVI LIST")],
  ["wav", filled("RIFF\0\0\0\0WAVEfmt ")],
  ["flac", filled("fLaC")],
  ["ogg", filled("OggS")],
  ["flv", filled("FLV\u0001")],
  ["mp3", filled("ID3\u0004")],
  ["mp3", filled("\u00ff\u00fb\u0090\u0064")],
  ["aac", filled("\u00ff\u00f1\u0050\u0080")],
  ["mpegts", Buffer.concat(Array.from({ length: 4 }, () => Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187)])))],
])("%s is recognised", (container, head) => {
  expect(recognise(head)).toBe(container);
});

it.each([
  ["#EXTM3U\n#EXT-X-TARGETDURATION:4\n", "This is a playlist, not a recording."],
  ["\n  #EXTM3U\n", "This is a playlist, not a recording."],
  ["ffconcat version 1.0\nfile '/etc/passwd'\n", "This is a playlist, not a recording."],
  ['<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011">', "This is a playlist, not a recording."],
  ["[playlist]\nFile1=http://127.0.0.1/", "This is a playlist, not a recording."],
  ["v=0\no=- 0 0 IN IP4 127.0.0.1\n", "This is a text file, not a recording."],
  ["GIF89a\u0001", "This is a picture, not a recording."],
  ["\u0089PNG\r\n\u001a\n", "This is a picture, not a recording."],
  ['<svg xmlns="http://www.w3.org/2000/svg">', "This is a picture, not a recording."],
  ["G, a text that begins like a transport stream", "This is a text file, not a recording."],
  ["", "This file is empty."],
  ["MZ\u0090\0\u0003\0\0\0\u0004\0\0\0", "This file format is not supported."],
])("%j is refused with a reason", (text, sentence) => {
  expect(() => recognise(Buffer.from(text, "latin1"))).toThrow(sentence);
});
