import { expect, it } from "vitest";
import { saysDiskFailed, saysDiskFull } from "./disk-full.ts";

it.each([
  "av_interleaved_write_frame(): No space left on device\nConversion failed!",
  "[out#0/mp4 @ 0x5581] Error writing trailer: Disk quota exceeded",
  "Task finished with error code: -28 (No space left on device)",
])("a program says that the disk is full: %j", (log) => {
  expect([saysDiskFull(log), saysDiskFailed(log)]).toEqual([true, false]);
});

it.each([
  "/in/0: Input/output error",
  "Input/output error",
  "[mp4 @ 0x1] a\nError closing /out/a.mp4: Stale file handle.",
])("a program says that the disk failed: %j", (log) => {
  expect([saysDiskFull(log), saysDiskFailed(log)]).toEqual([false, true]);
});

it("what a recording is called says nothing about the disk", () => {
  const log = `Input #0, matroska,webm, from '/in/0':
  Metadata:
    title           : Read-only file system
    comment         : Host is down
                    : No space left on device
    Input/output error: a song
  Duration: 00:03:00.00`;
  expect([saysDiskFull(log), saysDiskFailed(log)]).toEqual([false, false]);
});
