// The black rendition of Audio Only: one more size in the playlist, generated here and never loaded. Its fragments have the
// same times as the real ones, so that switching to it does not interrupt the audio. Pure.

/** Marks its addresses in playlists; the part of an address behind # is never sent to the server. */
const mark = "#black";
const unitsPerSecond = 90_000;
/** Short: a browser decodes some pictures ahead, and the real video can only return after those. */
const pictureUnits = unitsPerSecond / 25;
/** Less than any real size has, so that automatic quality can leave it out. */
export const blackBits = 1000;
export const blackWidth = 64;

export function isBlack(address: string): boolean {
  return address.includes(mark);
}

/** The master playlist with the black size added; unchanged when there is no video. */
export function addBlack(master: string): string {
  const lines = master.split(/\r?\n/);
  const at = lines.findLastIndex((line) => line.startsWith("#EXT-X-STREAM-INF:") && line.includes("RESOLUTION="));
  const [attributes = "", address] = at < 0 ? [] : lines.slice(at, at + 2);
  if (address === undefined) return master;
  const codecs = /CODECS="([^"]*)"/i.exec(attributes)?.[1]?.split(",") ?? [];
  const sound = codecs.find((codec) => /^(?:mp4a|opus|flac)/i.test(codec));
  const group = /AUDIO="[^"]*"/.exec(attributes)?.[0];
  const black = [
    `BANDWIDTH=${blackBits}`,
    `CODECS="avc1.42C00A${sound === undefined ? "" : `,${sound}`}"`,
    `RESOLUTION=${blackWidth}x36`,
    ...(group === undefined ? [] : [group]),
  ];
  return `${master.trimEnd()}\n#EXT-X-STREAM-INF:${black.join(",")}\n${address}${mark}\n`;
}

/** A real size's playlist with every picture made black; `startSeconds` is the time written in its first fragment. */
export function blacken(playlist: string, startSeconds: number): string {
  let at = startSeconds;
  const lines = playlist.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith("#EXT-X-BYTERANGE")) return [];
    if (line.startsWith("#EXT-X-MAP")) return [`#EXT-X-MAP:URI="black.mp4${mark}:head"`];
    const seconds = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (seconds === undefined) return line.startsWith("#") ? [line] : [];
    const from = Math.round(at * unitsPerSecond);
    at += Number(seconds);
    return [line, `black.mp4${mark}:${from}-${Math.round(at * unitsPerSecond)}`];
  });
  return `${lines.join("\n")}\n`;
}

/** The bytes behind an address that `blacken` wrote. */
export function makeBlack(address: string): ArrayBuffer {
  const [, from, to] = /:(\d+)-(\d+)$/.exec(address) ?? [];
  return from === undefined || to === undefined ? head().buffer : fragment(Number(from), Number(to)).buffer;
}

/** ftyp and moov of 64x36 H.264 baseline, 90,000 units a second; written once by ffmpeg. */
const headText =
  "AAAAHGZ0eXBpc282AAACAGlzbzZjbWZjbXA0MQAAAoZtb292AAAAbG12aGQAAAAAAAAAAAAAAAAAAAPoAAAAAAABAAABAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAAB6nRyYWsAAABcdGtoZAAAAAMAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAQAAAACQAAAAAAYZtZGlhAAAAIG1kaGQAAAAAAAAAAAAAAAAAAV+QAAAAAFXEAAAAAAAtaGRscgAAAAAAAAAAdmlkZQAAAAAAAAAAAAAAAFZpZGVvSGFuZGxlcgAAAAExbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAAA8XN0YmwAAAClc3RzZAAAAAAAAAABAAAAlWF2YzEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAQAAkAEgAAABIAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY//8AAAAvYXZjQwFCwAr/4QAXZ0LACtoR/nwEQAAAAwBAAAADAgPEiagBAAVozg8sgAAAABBwYXNwAAAAAQAAAAEAAAAQc3R0cwAAAAAAAAAAAAAAEHN0c2MAAAAAAAAAAAAAABRzdHN6AAAAAAAAAAAAAAAAAAAAEHN0Y28AAAAAAAAAAAAAAChtdmV4AAAAIHRyZXgAAAAAAAAAAQAAAAEAAAAAAAAAAAAAAAA=";
/** One IDR slice, all black, with its length before it. */
const picture = [
  0, 0, 0, 20, 0x65, 0x88, 0x84, 0x04, 0x3c, 0x98, 0xa0, 0, 0x34, 0x1b, 0x27, 0x27, 0x27, 0x5d, 0x75, 0xd7, 0x5d, 0x75,
  0xd7, 0x80,
];

function head(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(headText), (letter) => letter.charCodeAt(0));
}

/** moof and mdat (ISO 14496-12, 8.8): black pictures that last as long as the real fragment. */
function fragment(from: number, to: number): Uint8Array<ArrayBuffer> {
  const count = Math.max(1, Math.round((to - from) / pictureUnits));
  const moments = Array.from({ length: count + 1 }, (_, n) => from + Math.round(((to - from) * n) / count));
  const durations = moments.slice(1).map((moment, n) => moment - (moments[n] ?? 0));
  const moof = (dataOffset: number) =>
    box("moof", [
      ...box("mfhd", [...word(0), ...word(1)]),
      ...box("traf", [
        // default-base-is-moof, and one size and the flags of a key frame for all
        ...box("tfhd", [...word(0x02_00_30), ...word(1), ...word(picture.length), ...word(0x02_00_00_00)]),
        ...box("tfdt", [...word(0x01_00_00_00), ...word(Math.floor(from / 2 ** 32)), ...word(from % 2 ** 32)]),
        ...box("trun", [...word(0x01_01), ...word(count), ...word(dataOffset), ...durations.flatMap(word)]),
      ]),
    ]);
  const data = box(
    "mdat",
    durations.flatMap(() => picture),
  );
  return Uint8Array.from([...moof(moof(0).length + 8), ...data]);
}

function box(type: string, content: number[]): number[] {
  return [...word(content.length + 8), ...Array.from(type, (letter) => letter.charCodeAt(0)), ...content];
}

function word(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value / 2 ** shift) & 0xff);
}
