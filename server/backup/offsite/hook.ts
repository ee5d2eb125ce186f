// Any program as a target: it is started when a backup in the folder is finished, with the folder and the backup in it.
import { spawn } from "node:child_process";
import type { Environment } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { settingNames } from "#server/settings.ts";
import { words } from "./words.ts";

interface Hooked {
  /** All backups, and their files. */
  folder: string;
  /** The one that was just made. */
  place: string;
  signal?: AbortSignal | undefined;
}

const mostCharacters = 500;

/** Refuses with the last lines it wrote when it does not end with 0. */
export async function runHook(program: string, { folder, place, signal }: Hooked): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<number | string>();
  const stdio: ["ignore", "ignore", "pipe"] = ["ignore", "ignore", "pipe"];
  const child = spawn(program, [folder, place], {
    stdio,
    env: withoutSettings(process.env),
    ...(signal && { signal }),
  });
  let said = "";
  child.stderr.on("data", (text: Buffer) => void (said = (said + text.toString()).slice(-mostCharacters)));
  child.once("error", reject);
  child.once("close", (code, killedBy) => resolve(code ?? killedBy ?? ""));
  const code = await promise.catch((cause: Error) => {
    signal?.throwIfAborted();
    throw new Refusal("conflict", words.hookFailed(program, cause.message), { cause });
  });
  if (code !== 0) throw new Refusal("conflict", words.hookFailed(program, said.trim() || words.hookCode(code)));
}

/** The archive's own secrets are none of its business. */
function withoutSettings(environment: Environment): Record<string, string | undefined> {
  const own = new Set<string>(settingNames.flatMap((name) => [name, `${name}_FILE`]));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !own.has(name)));
}
