// An encoder for tests: ffmpeg sends a clip, whose frames are known, in real time. And a connection that says what a test wants.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { writeAmf } from "#server/live/rtmp/amf.ts";
import { writeMessage } from "#server/live/rtmp/chunks.ts";

const execute = promisify(execFile);

interface Encoder {
  /** As when its machine loses power. */
  kill(): Promise<void>;
  /** When it has sent all and said goodbye; its exit code. */
  ended: Promise<number>;
}

export function sendClip(clip: string, { port, key }: { port: number; key: string }): Encoder {
  const address = `rtmp://127.0.0.1:${port}/live/${key}`;
  const args = ["-v", "error", "-nostdin", "-re", "-i", clip, "-c", "copy", "-f", "flv", address];
  const child = spawn("ffmpeg", args, { stdio: "ignore" });
  const ended = once(child, "close").then(([code]) => Number(code));
  return {
    ended,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** What each frame of the video looks like, in order. */
export async function hashFrames(file: string): Promise<string[]> {
  const args = ["-v", "error", "-nostdin", "-i", file, "-map", "0:v:0", "-vsync", "passthrough", "-f", "framemd5", "-"];
  const { stdout } = await execute("ffmpeg", args, { maxBuffer: 2 ** 26 });
  return stdout
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(",").at(-1)!.trim());
}

export const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(1536), Buffer.alloc(1536)]);

/** Everything that an encoder says until it has shown its key. */
export function writeGreeting(key: string): Buffer {
  const say = (stream: number, ...values: Parameters<typeof writeAmf>) =>
    writeMessage({ type: 20, stream, body: writeAmf(...values) });
  return Buffer.concat([
    handshake,
    say(0, "connect", 1, { app: "live", tcUrl: "rtmp://localhost/live", type: "nonprivate" }),
    say(0, "releaseStream", 2, null, key),
    say(0, "FCPublish", 3, null, key),
    say(0, "createStream", 4, null),
    say(1, "publish", 5, null, key, "live"),
  ]);
}

/** Also when it is broken off. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.on("error", () => undefined).once("close", () => resolve()));
}

/** Sends these bytes; returns what was answered until the connection was closed, and after how long that was. */
export async function sendBytes(port: number, ...pieces: Buffer[]): Promise<{ answer: Buffer; ms: number }> {
  const began = performance.now();
  const socket = connect(port, "127.0.0.1");
  const answers: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => answers.push(bytes));
  for (const piece of pieces) socket.write(piece);
  await closed(socket);
  return { answer: Buffer.concat(answers), ms: performance.now() - began };
}
