// Bytes of an open file to a connection without copying them: sendfile(2), called by node:ffi. For plain connections on
// Linux, after a trial that went well; everything else goes the ordinary way of send.ts. docs/decisions/015-sendfile.md
import { once } from "node:events";
import { ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { makePool, type Pool } from "./pool.ts";
import { sendBytes, type SendBytes } from "./send.ts";
import { isTrue } from "./sendfile-trial.ts";

/** Looked up before each: what is not in memory is left to a thread, so that no disk ever stops the loop. */
const pieceBytes = 512 * 1024;
/** For one connection; then it is the others' turn. */
const turnBytes = 1024 * 1024;
/** So much goes the ordinary way where a connection is full: its end says that there is room again. */
const pauseBytes = 16 * 1024;
/** Below this one copy is cheaper than the calls that avoid it. */
const smallBytes = 128 * 1024;
const mostRefusals = 8;

/** Undefined where it does not work as it must. */
export async function openSendfile(): Promise<SendBytes | undefined> {
  if (process.platform !== "linux") return undefined;
  try {
    const calls = await loadCalls();
    let sent = 0;
    const sendfile: Calls["sendfile"] = (socket, piece) => {
      const count = calls.sendfile(socket, piece);
      sent += Math.max(0, count);
      return count;
    };
    return (await isTrue(sendWith({ ...calls, sendfile }))) && sent > 0 ? sendWith(calls) : undefined;
  } catch {
    return undefined;
  }
}

export interface Piece {
  fd: number;
  at: number;
  bytes: number;
}

export interface Calls {
  /** How many bytes went out; negative when none did. */
  sendfile(socket: number, piece: Piece): number;
  /** How many bytes were in memory, from the first on; negative when not even that was. */
  readNow(into: Buffer, piece: Piece): number;
}

export function sendWith({ sendfile, readNow }: Calls): SendBytes {
  const [small, pause] = [makePool(smallBytes), makePool(pauseBytes)];
  const probe = Buffer.allocUnsafeSlow(1);
  const isInMemory = ({ fd, at, bytes }: Piece) =>
    readNow(probe, { fd, at, bytes: 1 }) === 1 && readNow(probe, { fd, at: at + bytes - 1, bytes: 1 }) === 1;

  /** The first of these bytes, by a copy; returns how many. */
  const copy = async (target: Writable, pool: Pool, { fd, at, bytes }: Piece): Promise<number> => {
    const wanted = Math.min(pool.bufferBytes, bytes);
    const buffer = pool.take();
    const count = readNow(buffer, { fd, at, bytes: wanted });
    const isFree = count <= 0 || (await write(target, buffer.subarray(0, count)));
    // after an abort it may still be on its way out: it is left to the collector
    if (isFree) pool.giveBack(buffer);
    return count > 0 ? count : sendBytes(target, fd, { from: at, to: at + wanted });
  };

  return async (target, fd, { from, to }) => {
    // asked for before the last was answered: there is no connection until it is its turn
    if (target instanceof ServerResponse && !target.socket && !target.closed)
      await Promise.race([once(target, "socket"), once(target, "close")]);
    const socket = findPlain(target);
    if (!socket) return sendBytes(target, fd, { from, to });
    const isSmall = to - from <= smallBytes;
    if (!isSmall && target instanceof ServerResponse) target.flushHeaders();
    let [at, budget, refusals] = [from, turnBytes, 0];
    while (at < to) {
      const out = findFd(socket);
      // the reader has gone away
      if (out === undefined) break;
      const piece = { fd, at, bytes: Math.min(pieceBytes, to - at) };
      if (isSmall) {
        at += await copy(target, small, piece);
      } else if (refusals > mostRefusals) {
        // not merely full
        at += await sendBytes(target, fd, { from: at, to });
      } else if (socket.writableLength > 0) {
        // what was written before must be out first
        at += await copy(target, pause, piece);
      } else if (!isInMemory(piece)) {
        at += await sendBytes(target, fd, { from: at, to: at + piece.bytes });
      } else {
        const sent = sendfile(out, piece);
        if (sent === 0) throw new Error("the file is shorter than it was");
        refusals = sent < 0 ? refusals + 1 : 0;
        at += Math.max(0, sent);
        budget -= sent;
        if (sent < piece.bytes) at += await copy(target, pause, { fd, at, bytes: to - at });
        else if (budget > 0 || at === to) continue;
        else await nextTurn();
      }
      budget = turnBytes;
    }
    return at - from;
  };
}

/** False when the reader has gone away: then nobody may ever tell what became of the bytes. */
function write(target: Writable, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (target.closed) return resolve(false);
    const leave = () => resolve(false);
    target.once("close", leave);
    target.write(bytes, (error) => {
      target.off("close", leave);
      resolve(!error);
    });
  });
}

/** Nothing that encrypts, and nothing that only looks like a connection. */
function findPlain(target: Writable): Socket | undefined {
  const socket = target instanceof ServerResponse ? target.socket : target;
  const isPlain = socket instanceof Socket && Object.getPrototypeOf(socket) === Socket.prototype;
  return isPlain && findFd(socket) !== undefined ? socket : undefined;
}

/** Not public in Node: asked for anew before each call, so that it is never another's. */
function findFd(socket: Socket & { _handle?: { fd?: number } | null }): number | undefined {
  const fd = socket.destroyed || !socket.writable ? undefined : socket._handle?.fd;
  return fd !== undefined && fd >= 0 ? fd : undefined;
}

export async function loadCalls(): Promise<Calls> {
  const { dlopen, getRawPointer } = await importQuietly();
  const { functions } = dlopen(null, {
    sendfile: { arguments: ["i32", "i32", "buffer", "u64"], return: "i64" },
    preadv2: { arguments: ["i32", "buffer", "i32", "i64", "i32"], return: "i64" },
  });
  const notWaiting = 8;
  const offset = new BigInt64Array(1);
  const place = new BigUint64Array(2);
  const [offsetBytes, placeBytes] = [Buffer.from(offset.buffer), Buffer.from(place.buffer)];
  return {
    sendfile(socket, { fd, at, bytes }) {
      offset[0] = BigInt(at);
      return Number(functions.sendfile(socket, fd, offsetBytes, BigInt(bytes)));
    },
    readNow(into, { fd, at, bytes }) {
      place[0] = getRawPointer(into);
      place[1] = BigInt(bytes);
      return Number(functions.preadv2(fd, placeBytes, 1, BigInt(at), notWaiting));
    },
  };
}

/** Whoever has set SENDFILE knows that it is an experiment: not every start need say so. */
async function importQuietly(): Promise<typeof import("node:ffi")> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await import("node:ffi");
  } finally {
    process.emitWarning = emitWarning;
  }
}
