// Reads with ffprobe when each packet of a recording is shown. It takes as long as a copy, so it is only done when a copy
// is wrong, or when the recording is encoded anyway.
import { StringDecoder } from "node:string_decoder";
import { surveyArguments } from "./arguments.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { run } from "./run.ts";
import type { Work } from "./work.ts";

/** One track, in the order of the file. Seconds; NaN where the file does not say. */
export interface Packets {
  pts: number[];
  dts: number[];
  duration: number[];
  isKey: boolean[];
  /** Cut off by an edit list: decoded, but never shown. */
  isDiscarded: boolean[];
  /** Its place among the packets of all tracks. */
  order: number[];
}

export interface Survey {
  /** What ffmpeg takes for the beginning. */
  startSeconds: number;
  video: Packets | null;
  audio: Packets | null;
}

/** Of an MP4 that is cut off ffmpeg ends at the first packet that is missing in any track, so each is read alone. */
export function isReadApart({ format, isCutOff = false }: Pick<Facts, "format" | "isCutOff">): boolean {
  return isCutOff && format.includes("mp4");
}

export async function surveyPackets(
  { tools, source, signal, limitSeconds }: Work,
  facts: Pick<Facts, "format" | "video" | "audio" | "isCutOff" | "isUnderstated">,
): Promise<Survey> {
  const reader = openReader();
  for (const only of isReadApart(facts) ? (["v", "a"] as const) : [undefined]) {
    const decoder = new StringDecoder("latin1");
    let rest = "";
    const read = (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) reader.add(line);
    };
    await run(tools, {
      program: surveyArguments(facts, only),
      paths: { reads: [source] },
      weight: "light",
      limitSeconds,
      signal,
      onOutput: (chunk) => read(decoder.write(chunk)),
    });
    read(`${decoder.end()}\n`);
  }
  const { tracks, startSeconds } = reader.end();
  const find = (kind: "video" | "audio", index: number | undefined) =>
    tracks.find((track) => track.kind === kind && (index === undefined || track.index === index))?.packets ?? null;
  return {
    startSeconds,
    video: facts.video && delay(find("video", facts.video.index), facts.video.delaySeconds),
    audio: facts.audio && find("audio", facts.audio.index),
  };
}

function delay(packets: Packets | null, seconds = 0): Packets | null {
  const move = (times: readonly number[]) => times.map((at) => at + seconds);
  return packets && { ...packets, pts: move(packets.pts), dts: move(packets.dts) };
}

interface Track {
  index: number;
  kind: string;
  packets: Packets;
}

/** Lines as `-of compact=nk=1` writes them: all packets, then the tracks, then the whole. */
function openReader() {
  const packetsOf = new Map<number, Packets>();
  const tracks: Track[] = [];
  let startSeconds = 0;
  let order = 0;
  const addPacket = ([index = "", pts, dts, duration, flags = ""]: string[]) => {
    const packets = packetsOf.get(Number(index)) ?? newPackets();
    packetsOf.set(Number(index), packets);
    packets.pts.push(Number(pts));
    packets.dts.push(Number(dts));
    packets.duration.push(Number(duration) || 0);
    packets.isKey.push(flags.startsWith("K"));
    packets.isDiscarded.push(flags.includes("D"));
    packets.order.push(order);
    order += 1;
  };
  return {
    add(line: string) {
      const [section, ...fields] = line.split("|");
      if (section === "packet") addPacket(fields);
      if (section === "format") startSeconds = Number(fields[0]) || 0;
      if (section !== "stream") return;
      const [index = "", kind = ""] = fields;
      const isCover = fields.at(-1) === "1";
      const packets = packetsOf.get(Number(index));
      if (packets && !isCover) tracks.push({ index: Number(index), kind, packets });
    },
    end: () => ({ tracks, startSeconds }),
  };
}

function newPackets(): Packets {
  return { pts: [], dts: [], duration: [], isKey: [], isDiscarded: [], order: [] };
}
