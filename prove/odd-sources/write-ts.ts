// Writes MPEG transport streams. Every part begins with its own tables and counters, as in joined files.
import type { Arranged, Coded, Part, Recipe, Unit } from "./model.ts";
import { readH264Sets, readHevcSets, toAdts, toStartCodes } from "./nal.ts";

const ids = { tables: 0x1000, pictures: 0x100, sound: 0x101 };
/** The clock of a stream has 33 bits and starts again after 26.5 hours. */
export const clockSeconds = 2 ** 33 / 90_000;
const leadSeconds = 0.3;

export function writeTs(recipe: Recipe, { parts }: Arranged, coded: { pictures: Coded; sound: Coded | null }): Buffer {
  return Buffer.concat(parts.map((part) => writePart(recipe, part, coded)));
}

function writePart({ video, audio }: Recipe, part: Part, coded: { pictures: Coded; sound: Coded | null }): Buffer {
  const counters = new Map<number, number>();
  const out: Buffer[] = [];
  const send = (id: number, payload: Buffer, flags: { isKey?: boolean; clock?: number } = {}) =>
    out.push(...packets({ id, payload, counters, ...flags }));
  const isHevc = video.codec === "hevc";
  const sets = (isHevc ? readHevcSets : readH264Sets)(coded.pictures.setup);
  const delimiter = Buffer.from(isHevc ? [0x46, 0x01, 0x50] : [0x09, 0xf0]);
  const types = { pictures: isHevc ? 0x24 : 0x1b, sound: audio?.codec === "mp3" ? 0x03 : 0x0f };
  const all = [
    ...part.pictures.map((unit) => ({ unit, isPicture: true })),
    ...part.sound.map((unit) => ({ unit, isPicture: false })),
  ].toSorted((a, b) => a.unit.decodeAt - b.unit.decodeAt);
  let tablesAt = -Infinity;
  for (const { unit, isPicture } of all) {
    if (unit.decodeAt - tablesAt > 0.4) {
      send(0, table(0x00, [0x00, 0x01, 0xe0 | (ids.tables >> 8), ids.tables & 0xff]));
      send(ids.tables, describeTracks(types, part.sound.length > 0));
      tablesAt = unit.decodeAt;
    }
    if (isPicture) {
      const data = toStartCodes(unit.data, { sets: unit.isKey ? sets : [], delimiter });
      send(ids.pictures, pack(0xe0, unit, data), { isKey: unit.isKey, clock: unit.decodeAt - leadSeconds });
    } else {
      const isAac = audio?.codec === "aac" && coded.sound;
      send(ids.sound, pack(0xc0, unit, isAac ? toAdts(unit.data, isAac.setup) : unit.data), { isKey: true });
    }
  }
  return Buffer.concat(out);
}

function describeTracks(types: { pictures: number; sound: number }, hasSound: boolean): Buffer {
  const track = (type: number, id: number) => [type, 0xe0 | (id >> 8), id & 0xff, 0xf0, 0];
  const clock = [0xe0 | (ids.pictures >> 8), ids.pictures & 0xff, 0xf0, 0];
  const sound = hasSound ? track(types.sound, ids.sound) : [];
  return table(0x02, [...clock, ...track(types.pictures, ids.pictures), ...sound]);
}

function table(id: number, body: number[]): Buffer {
  const length = body.length + 9;
  const section = Buffer.from([id, 0xb0 | (length >> 8), length & 0xff, 0, 1, 0xc1, 0, 0, ...body, 0, 0, 0, 0]);
  section.writeUInt32BE(checksum(section.subarray(0, -4)), section.length - 4);
  const packet = Buffer.alloc(184, 0xff);
  packet[0] = 0;
  section.copy(packet, 1);
  return packet;
}

function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes)
    for (let bit = 7; bit >= 0; bit -= 1)
      sum = ((sum << 1) ^ ((sum >>> 31) ^ ((byte >> bit) & 1) ? 0x04c11db7 : 0)) >>> 0;
  return sum;
}

const ticksOf = (seconds: number) => ((Math.round(seconds * 90_000) % 2 ** 33) + 2 ** 33) % 2 ** 33;

/** A packet of the elementary stream with its two times. */
function pack(stream: number, { at, decodeAt }: Unit, data: Buffer): Buffer {
  const [shown, decoded] = [ticksOf(at), ticksOf(decodeAt)];
  const both = shown !== decoded;
  const times = both ? [...stamp(3, shown), ...stamp(1, decoded)] : stamp(2, shown);
  const size = stream === 0xe0 ? 0 : data.length + 3 + times.length;
  const length = size > 0xffff ? 0 : size;
  const head = [0, 0, 1, stream, length >> 8, length & 0xff, 0x84, both ? 0xc0 : 0x80, times.length, ...times];
  return Buffer.concat([Buffer.from(head), data]);
}

function stamp(mark: number, ticks: number): number[] {
  const high = Math.floor(ticks / 2 ** 30);
  const low = ticks % 2 ** 30;
  return [
    (mark << 4) | (high << 1) | 1,
    ...[(low >> 22) & 0xff, (((low >> 15) & 0x7f) << 1) | 1, (low >> 7) & 0xff, ((low & 0x7f) << 1) | 1],
  ];
}

interface Sending {
  id: number;
  payload: Buffer;
  counters: Map<number, number>;
  isKey?: boolean;
  clock?: number;
}

function packets({ id, payload, counters, isKey = false, clock }: Sending): Buffer[] {
  const out: Buffer[] = [];
  for (let at = 0; at < payload.length;) {
    const isFirst = at === 0;
    const extra = isFirst && clock !== undefined ? [isKey ? 0x50 : 0x10, ...clockBytes(clock)] : [];
    const room = 184 - (extra.length > 0 ? extra.length + 1 : 0);
    const chunk = payload.subarray(at, at + room);
    at += chunk.length;
    const missing = room - chunk.length;
    const counter = ((counters.get(id) ?? -1) + 1) % 16;
    counters.set(id, counter);
    const hasExtra = extra.length > 0 || missing > 0;
    const filler = fill(extra, missing);
    const head = [0x47, (isFirst ? 0x40 : 0) | (id >> 8), id & 0xff, (hasExtra ? 0x30 : 0x10) | counter];
    out.push(Buffer.concat([Buffer.from([...head, ...filler]), chunk]));
  }
  return out;
}

/** The adaptation field: its length, flags, and the padding of the packet. */
function fill(extra: number[], missing: number): number[] {
  if (extra.length === 0 && missing === 0) return [];
  if (extra.length === 0 && missing === 1) return [0];
  const body = extra.length > 0 ? extra : [0];
  const rest = extra.length > 0 ? missing : missing - 2;
  return [body.length + rest, ...body, ...Array<number>(rest).fill(0xff)];
}

function clockBytes(seconds: number): number[] {
  const ticks = ticksOf(seconds);
  const high = Math.floor(ticks / 2);
  return [(high >>> 24) & 0xff, (high >>> 16) & 0xff, (high >>> 8) & 0xff, high & 0xff, ((ticks & 1) << 7) | 0x7e, 0];
}
