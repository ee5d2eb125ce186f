// What the server and the receiver say to each other.
import type { Arriving } from "./recorder.ts";

export type FromReceiver =
  | { say: "listening" }
  | { say: "not-listening"; why: string }
  /** Whether the key with this hash may send, and where to. */
  | { say: "may"; ask: number; hash: string }
  /** So much is safe on the disk. */
  | { say: "kept"; id: string; arriving: Arriving }
  /** stopped: the encoder has ended it. lost: it may come back. another: what comes now does not fit into the same file. */
  | { say: "gone"; id: string; how: "stopped" | "lost" | "another"; why: string | null };

export type ToReceiver =
  | { say: "listen"; port: number; isLocal: boolean }
  /** Wrong keys are counted; not now: the disk is full, or the database does not answer. */
  | { say: "may"; ask: number; answer: Target | "wrong" | "not-now" }
  /** The key is no longer valid, or somebody has ended the broadcast. */
  | { say: "close"; id: string };

export interface Target {
  /** Of the broadcast. */
  id: string;
  file: string;
}
