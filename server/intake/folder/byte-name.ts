// File names as the bytes they are: on Linux anything but "/" and NUL, not only UTF-8.

import { isUtf8 } from "node:buffer";
import { decodeOld } from "#server/intake/reading/decode-text.ts";

export const longestName = 255;

export function joinName(folder: string | Buffer, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(folder), Buffer.from("/"), name]);
}

/** One character for each byte: to compare names and to look at their endings. */
export function toKey(name: Buffer): string {
  return name.toString("latin1");
}

export function fromKey(key: string): Buffer {
  return Buffer.from(key, "latin1");
}

/** As text: of old systems in the encoding that gives words. */
export function readName(name: Buffer): string {
  return decodeOld(name);
}

/** For people: on one line, in one direction. */
export function showName(name: Buffer): string {
  return readName(name).replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "\ufffd");
}

/** Cuts a name to at most so many bytes, without a part of a character at the end. */
export function cutName(name: Buffer, bytes: number): Buffer {
  if (name.length <= bytes) return name;
  let end = bytes;
  for (let n = 0; n < 3 && isContinuation(name[end]); n += 1) end -= 1;
  // where it is not UTF-8 there is no better place than the limit
  return name.subarray(0, isContinuation(name[end]) ? bytes : end);
}

function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

/** "song.mkv" is "song" and ".mkv". What is long after the last dot belongs to the name. */
export function splitName(name: Buffer): { stem: Buffer; kind: Buffer } {
  const dot = name.lastIndexOf(".");
  const end = dot <= 0 || name.length - dot > 16 ? name.length : dot;
  return { stem: name.subarray(0, end), kind: name.subarray(end) };
}

/** "song.mkv", then "song (2).mkv": short enough that ".json" or ".txt" still fits behind it. */
export function numberName(name: Buffer, n: number): Buffer {
  if (n === 1) return name;
  const { stem, kind } = splitName(name);
  const number = Buffer.from(` (${n})`);
  return Buffer.concat([cutName(stem, longestName - 5 - number.length - kind.length), number, kind]);
}

/** As text, if it is UTF-8; otherwise one character for each byte, after a sign that no name has. */
export function textOf(name: Buffer): string {
  return isUtf8(name) ? name.toString() : `\0${toKey(name)}`;
}
