// Builds web/ into web/dist.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { buildOnce } from "./build-once.ts";

/** Returns how long it took in seconds, or undefined when the page was up to date. */
export async function buildPage(): Promise<number | undefined> {
  return buildOnce({ name: "page", sources: ["contract", "web"], dist: path.resolve("web/dist"), make });
}

function make(folder: string): void {
  const args = ["build", "web", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"];
  const { status } = spawnSync(process.execPath, ["node_modules/vite/bin/vite.js", ...args], {
    // also when a test asks for it, where Vite would build it for development
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (status !== 0) throw new Error("The page could not be built; see the messages above.");
}
