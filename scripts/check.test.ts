// stagedoor check, as its owner runs it beside the running archive.
import { spawn } from "node:child_process";
import { expect, it } from "vitest";
import { saveStored } from "#server/setup/stored.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { childEnvironment, commandLine } from "#server/testing/process.ts";

it("stagedoor check prints each line with what to do, and ends with 1 when something is wrong", async () => {
  await using archive = await openTestArchive({ isNew: true, kind: "sqlite", store: "disk" });
  const { parts, emulator } = archive;
  await saveStored(parts.db, parts, { ...emulator.settings, TWITCH_CLIENT_ID: "", PATREON_CLIENT_SECRET: "wrong" });
  await parts.settings.reload();
  const { code, said } = await check(archive);
  expect(said).toContain(`Archive: ${parts.config.dataDir}`);
  expect(said).toContain(`ok     Server: The archive is running at http://127.0.0.1:${parts.config.port}.`);
  expect(said).toContain("WRONG  Patreon: client id and secret: Patreon does not accept the client id and secret");
  expect(said).toContain("ok     Patreon: campaign and tiers: Members of “Lamp Room Sessions” may watch");
  expect(said).toContain("WRONG  Copy of the master key: Backups do not contain the master key,");
  expect(said).toMatch(/\n[2-9] things are wrong\.\n/);
  expect(code).toBe(1);
  const secrets = Object.entries(emulator.settings).filter(([name]) => /SECRET|TOKEN/.test(name));
  for (const [, secret] of secrets) expect(said).not.toContain(secret);
  // the studio shows the same
  const row = await parts.db.selectFrom("check_up").select("lines").executeTakeFirstOrThrow();
  expect(row.lines?.some(({ name, state }) => name === "patreon-client" && state === "bad")).toBe(true);
});

it("stagedoor check says that the archive is not running, and that the demo is a demo", async () => {
  const archive = await openTestArchive({ isNew: true, kind: "sqlite", store: "disk" });
  await using _archive = archive;
  const { said, code } = await check(archive, { PORT: "9" });
  expect(said).toContain("WRONG  Server: The archive does not answer at http://127.0.0.1:9.");
  expect(said).toContain("note   Set-up: This is the demo.");
  expect(code).toBe(1);
});

async function check({ environment }: TestArchive, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [commandLine, "check"], {
    env: { ...childEnvironment, ...environment, ...more },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, said };
}
