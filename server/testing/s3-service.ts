// A real S3 service for tests: Debian's python3-swift, one process on loopback, gone with the run.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "./free-port.ts";

export interface TestS3 extends AsyncDisposable {
  endpoint: string;
}

export const s3Keys = { accessKeyId: "test:tester", secretAccessKey: "testing" };
const installed = "/usr/lib/python3/dist-packages/swift";

export async function startS3(): Promise<TestS3> {
  if (!existsSync(installed))
    throw new Error("The tests of S3 need, as root: apt-get install -y --no-install-recommends python3-swift");
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-s3-"));
  const port = await findFreePort();
  const script = fileURLToPath(new URL("s3-server.py", import.meta.url));
  const args = [script, folder, String(port), s3Keys.accessKeyId, s3Keys.secretAccessKey];
  const server = spawn("/usr/bin/python3", args, { stdio: ["pipe", "pipe", "pipe"] });
  const removeAtExit = () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", removeAtExit);
  await waitUntilReady(server);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await ended;
      process.off("exit", removeAtExit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = "";
  server.once("exit", (code) => reject(new Error(`the S3 service ended with ${code}: ${said}`)));
  server.stderr?.on("data", (text: Buffer) => void (said = (said + text.toString()).slice(-10_000)));
  server.stdout?.on("data", (text: Buffer) => {
    if (text.includes("READY")) resolve();
  });
  await promise;
}
