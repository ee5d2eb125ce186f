// One connection of an encoder, from its first byte to its last: handshake, commands, then packets. Bytes in, bytes and events
// out; it knows no socket and no file, so that it can be tried with millions of wrong inputs.
import { randomBytes } from "node:crypto";
import { readAmf, writeAmf, type AmfValue } from "./amf.ts";
import { ourChunkBytes, readChunks, writeMessage, type Message } from "./chunks.ts";
import { readAudio, readVideo, type Packet } from "./packets.ts";

export type Happening =
  /** It wants to send, and shows this key. Nothing more is read until it is answered. */
  | { what: "key"; key: string }
  | { what: "size"; width: number; height: number }
  | { what: "packet"; track: "video" | "audio"; time: number; packet: Packet }
  /** It has ended by itself, and will not come back. */
  | { what: "end" };

interface Conversation {
  /** Throws on what no encoder sends; the connection is then to be closed. */
  read(bytes: Buffer): Happening[];
  /** The answer to a key. What the encoder sent meanwhile is read now. */
  answer(isRight: boolean): Happening[];
  /** That these bytes are safe. */
  acknowledge(bytes: number): void;
}

const handshakeBytes = 1536;
const version = 3;
/** Encoders need about eight. */
const mostCommands = 40;
const mostKeyLength = 200;
/** A picture of this size is 40 times larger than usual. */
const mostMessageBytes = 4 * 2 ** 20;
/** What may be sent before a key is accepted: encoders wait for the answer. */
const mostEarlyBytes = 65_536;
const types = {
  acknowledge: 3,
  window: 5,
  bandwidth: 6,
  audio: 8,
  video: 9,
  data: 18,
  command: 20,
  newCommand: 17,
  newData: 15,
};
const ourStream = 1;
const windowBytes = 2_500_000;

type State = "hello" | "confirm" | "commands" | "asking" | "sending" | "over";

export function converse(send: (bytes: Buffer) => void): Conversation {
  const chunks = readChunks();
  let state: State = "hello";
  let waiting: Buffer = Buffer.alloc(0);
  let commands = 0;

  return { read, answer, acknowledge };

  function read(bytes: Buffer): Happening[] {
    if (state === "over") return [];
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    if (state !== "sending" && waiting.length > mostEarlyBytes) throw new Error("too much before a key is accepted");
    shakeHands();
    if (state === "hello" || state === "confirm" || state === "asking") return [];
    const from = waiting;
    waiting = Buffer.alloc(0);
    return chunks.read(from).flatMap(handle);
  }

  function shakeHands(): void {
    if (state === "hello" && waiting.length > 0) {
      if (waiting[0] !== version) throw new Error("this is not RTMP");
      if (waiting.length < 1 + handshakeBytes) return;
      const theirs = waiting.subarray(1, 1 + handshakeBytes);
      const ours = Buffer.concat([Buffer.alloc(8), randomBytes(handshakeBytes - 8)]);
      send(Buffer.concat([Buffer.from([version]), ours, theirs]));
      waiting = waiting.subarray(1 + handshakeBytes);
      state = "confirm";
    }
    if (state === "confirm" && waiting.length >= handshakeBytes) {
      waiting = waiting.subarray(handshakeBytes);
      state = "commands";
    }
  }

  function answer(isRight: boolean): Happening[] {
    const level = isRight ? "status" : "error";
    const code = isRight ? "NetStream.Publish.Start" : "NetStream.Publish.BadName";
    const description = isRight ? "Go ahead." : "This stream key is not valid.";
    say(ourStream, "onStatus", 0, null, { level, code, description });
    state = isRight ? "sending" : "over";
    if (isRight) chunks.mostMessageBytes = mostMessageBytes;
    return read(Buffer.alloc(0));
  }

  function acknowledge(bytes: number): void {
    const body = Buffer.alloc(4);
    body.writeUInt32BE(bytes % 2 ** 32);
    send(writeMessage({ type: types.acknowledge, stream: 0, body }));
  }

  function handle({ type, time, body }: Message): Happening[] {
    if (type === types.command || type === types.newCommand) return obey(readCommand(type, body));
    if (state !== "sending") {
      commands += 1;
      if (commands > mostCommands) throw new Error("too many messages before a key is accepted");
      return [];
    }
    if (type === types.video) return [{ what: "packet", track: "video", time, packet: readVideo(body) }];
    if (type === types.audio) return [{ what: "packet", track: "audio", time, packet: readAudio(body) }];
    if (type === types.data || type === types.newData) return readSize(readCommand(type, body));
    return [];
  }

  function obey([name, number, , argument]: AmfValue[]): Happening[] {
    if (state === "sending") {
      const isEnd = name === "FCUnpublish" || name === "deleteStream" || name === "closeStream";
      if (isEnd) state = "over";
      return isEnd ? [{ what: "end" }] : [];
    }
    commands += 1;
    if (commands > mostCommands) throw new Error("too many commands");
    // one at a time: a second key is not looked at
    if (state === "asking") return [];
    const id = typeof number === "number" ? number : 0;
    if (name === "connect") {
      send(writeMessage({ type: types.window, stream: 0, body: words(windowBytes) }));
      send(
        writeMessage({ type: types.bandwidth, stream: 0, body: Buffer.concat([words(windowBytes), Buffer.from([2])]) }),
      );
      send(writeMessage({ type: 1, stream: 0, body: words(ourChunkBytes) }));
      const connected = { level: "status", code: "NetConnection.Connect.Success", description: "Connected." };
      say(0, "_result", id, { fmsVer: "FMS/3,0,1,123", capabilities: 31 }, { ...connected, objectEncoding: 0 });
    } else if (name === "createStream") {
      say(0, "_result", id, null, ourStream);
    } else if (name === "publish") {
      state = "asking";
      const key = typeof argument === "string" ? argument : "";
      return [{ what: "key", key: key.split("?")[0]!.slice(0, mostKeyLength) }];
    } else if (name === "play") {
      throw new Error("nothing can be watched here");
    }
    return [];
  }

  function say(stream: number, ...values: AmfValue[]): void {
    send(writeMessage({ type: types.command, stream, body: writeAmf(...values) }));
  }
}

function readCommand(type: number, body: Buffer): AmfValue[] {
  // AMF3 messages begin with a byte of their own, and are AMF0 after it
  const isNew = type === types.newCommand || type === types.newData;
  return readAmf(isNew ? body.subarray(1) : body);
}

/** Of onMetaData. */
function readSize(values: AmfValue[]): Happening[] {
  const said = values.find((value) => value !== null && typeof value === "object");
  const { width, height } = (said ?? {}) as Record<string, AmfValue | undefined>;
  const isSize = (value: unknown): value is number => typeof value === "number" && value >= 1 && value <= 16_384;
  return isSize(width) && isSize(height)
    ? [{ what: "size", width: Math.round(width), height: Math.round(height) }]
    : [];
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => bytes.writeUInt32BE(value, n * 4));
  return bytes;
}
