// VLC without a window: what it plays is written to a WAV file, as fast as it comes.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const program = "/usr/bin/cvlc";
export const hasVlc = existsSync(program);
export const vlcMissing = "VLC is not installed (vlc-bin, vlc-plugin-base): what it plays is not tested here.";

interface Heard extends AsyncDisposable {
  /** Deleted with its folder when the caller is done. */
  file: string;
  /** What VLC wrote meanwhile. */
  log: string;
}

/** Plays an address to its end. */
export async function playWithVlc(address: string, timeoutMs: number): Promise<Heard> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-vlc-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "heard.wav");
  const sink = `#transcode{acodec=s16l}:std{access=file,mux=wav,dst=${file}}`;
  const line = [program, "-v", "-I", "dummy", "--no-sout-video", "--sout", sink, address, "vlc://quit"];
  // VLC does not start as root; the user it runs as instead has to be able to write here
  await chmod(folder, 0o777);
  const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const [command = "", ...args] = process.getuid?.() === 0 ? [...asNobody, ...line] : line;
  const options = { env: { ...process.env, HOME: folder }, timeout: timeoutMs };
  const { stderr: log } = await promisify(execFile)(command, args, options);
  const kept = stack.move();
  return { file, log, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
