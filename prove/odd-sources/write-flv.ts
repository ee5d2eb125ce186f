// Writes FLV files: one tag after the other, with any times.
import type { Arranged, Coded, Recipe } from "./model.ts";

export function writeFlv(
  { audio }: Recipe,
  { parts }: Arranged,
  coded: { pictures: Coded; sound: Coded | null },
): Buffer {
  const isAac = audio?.codec === "aac";
  const soundHead = isAac ? 0xaf : 0x2f;
  const out: Buffer[] = [Buffer.from([0x46, 0x4c, 0x56, 1, coded.sound ? 5 : 1, 0, 0, 0, 9, 0, 0, 0, 0])];
  for (const { pictures, sound } of parts) {
    const all = [
      ...pictures.map((unit) => ({ unit, isPicture: true })),
      ...sound.map((unit) => ({ unit, isPicture: false })),
    ].toSorted((a, b) => a.unit.decodeAt - b.unit.decodeAt);
    const first = msOf(all[0]?.unit.decodeAt ?? 0);
    // every part begins with the configuration of the decoder, as recorders write it
    out.push(tag(9, first, [0x17, 0, 0, 0, 0], coded.pictures.setup));
    if (isAac && coded.sound) out.push(tag(8, first, [soundHead, 0], coded.sound.setup));
    for (const { unit, isPicture } of all) {
      const at = msOf(unit.decodeAt);
      const later = msOf(unit.at) - at;
      const three = [(later >> 16) & 0xff, (later >> 8) & 0xff, later & 0xff];
      if (isPicture) out.push(tag(9, at, [unit.isKey ? 0x17 : 0x27, 1, ...three], unit.data));
      else out.push(tag(8, at, isAac ? [soundHead, 1] : [soundHead], unit.data));
    }
  }
  return Buffer.concat(out);
}

const msOf = (seconds: number) => Math.round(seconds * 1000);

function tag(type: number, at: number, head: number[], data: Buffer): Buffer {
  const bytes = Buffer.alloc(11);
  const size = head.length + data.length;
  bytes.writeUInt8(type, 0);
  bytes.writeUIntBE(size, 1, 3);
  bytes.writeUIntBE(at & 0xffffff, 4, 3);
  bytes.writeUInt8((at >>> 24) & 0xff, 7);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(size + 11, 0);
  return Buffer.concat([bytes, Buffer.from(head), data, end]);
}
