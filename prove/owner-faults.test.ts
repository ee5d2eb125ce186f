// What can go wrong in an owner's first hour, really made: each is named in one plain sentence within 10 seconds, and nothing
// half-made is left. docs/faults.md has the whole table; the short version leaves out what is tested beside the code.
import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import type { CheckUp } from "#contract/check-up.ts";
import type { Problem } from "#contract/problem.ts";
import type { SetUp } from "#contract/setup.ts";
import { builtServer } from "#scripts/built.ts";
import { findFault, thisMachine } from "#scripts/install/checks.mjs";
import { findArchive } from "#scripts/find-archive.ts";
import { Refusal } from "#server/refusal.ts";
import { getSetUpLink } from "#server/setup/link.ts";
import { saveStored, type NewValues } from "#server/setup/stored.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { childEnvironment } from "#server/testing/process.ts";
import { mayMount, openVolume } from "./disk/volume.ts";

/** Longer on a machine that has more to do than it can. */
const mostSeconds = () => 10 * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
const isFull = scaled(0, 1) === 1;
const gold = "20550102";
const campaign_id = "4410221";
const patreonClient = { client_id: "stand-in-patreon-client-id", client_secret: "stand-in-patreon-client-secret" };

/** What a person reads, and that it took no longer than it may. */
async function within(work: () => Promise<string>): Promise<string> {
  const began = performance.now();
  const said = await work();
  const seconds = (performance.now() - began) / 1000;
  console.log(`${seconds.toFixed(1)} s: ${said}`);
  publish("owner-faults", { faults: 1, mostSeconds: seconds });
  expect(seconds).toBeLessThan(mostSeconds());
  return said;
}

describe.skipIf(!isFull)("in set-up", () => {
  it("a wrong secret, somebody else's campaign, a deleted tier and a withdrawn permission are named, and it stays a demo", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    const put = (call: string, body: unknown) =>
      within(async () => (await browser.ask<Problem>(call, body)).body.detail ?? "");
    const wrong = { ...patreonClient, client_secret: "wrong" };
    expect(await put("PUT /api/setup/provider/patreon", wrong)).toContain("does not accept this client id and secret");
    expect((await browser.ask<SetUp>("GET /api/setup")).body.patreon.client_id).toBeNull();
    await browser.ask("PUT /api/setup/provider/patreon", patreonClient);
    const { body } = await browser.ask<{ authorize_url: string }>("POST /api/setup/provider/patreon/connect", {});
    const allowed = await fetch(`${body.authorize_url}&persona=patron-owner`, { redirect: "manual" });
    await browser.visit(allowed.headers.get("location") ?? "");
    const tiers = "PUT /api/setup/tiers/patreon";
    expect(await put(tiers, { campaign_id: "7730118", tier_ids: [gold] })).toContain("belongs to somebody else");
    await browser.ask(tiers, { campaign_id, tier_ids: [gold] });
    await archive.control("POST campaign", { deleteTier: gold });
    const open = () => put("POST /api/setup/open", { trash_demo: false });
    expect(await open()).toContain(`The tier ${gold} no longer exists`);
    await archive.control("POST personas/patron-owner/revoke", {});
    expect(await open()).toContain("the permission was withdrawn");
    expect(archive.parts.config).toMatchObject({ demo: true, isSetUp: false });
    expect(await archive.parts.db.selectFrom("setting").select("name").execute()).toEqual([]);
    const hooks = (await archive.control("GET webhooks").catch(() => [])) as { uri: string }[];
    expect(hooks.filter(({ uri }) => uri?.startsWith(archive.url))).toEqual([]);
  });

  it("an address that the DNS does not know is named, and it is not kept", async () => {
    await using archive = await openTestArchive({ isNew: true });
    const browser = await openSetUp(archive);
    const said = await within(async () => {
      const named = { name: "A", address: "https://archive.invalid" };
      return (await browser.ask<Problem>("PUT /api/setup/archive", named)).body.detail ?? "";
    });
    expect(said).toMatch(/archive\.invalid is not known|could not be reached at https:\/\/archive\.invalid/);
    expect((await browser.ask<SetUp>("GET /api/setup")).body).toMatchObject({ is_named: false, address: archive.url });
  });
});

describe.skipIf(!isFull)("in the check-up of an open archive", () => {
  const faults: [string, (archive: TestArchive) => Promise<unknown>, string][] = [
    [
      "a wrong secret",
      (archive) => store(archive, { PATREON_CLIENT_SECRET: "wrong" }),
      "does not accept the client id",
    ],
    ["somebody else's campaign", (archive) => store(archive, { PATREON_CAMPAIGN_ID: "7730118" }), "does not belong to"],
    [
      "a deleted tier",
      (archive) => archive.control("POST campaign", { deleteTier: gold }),
      "no longer exists at Patreon",
    ],
    [
      "a paused webhook",
      (archive) => archive.control("POST campaign", { pauseWebhooks: true }),
      "it paused the webhook",
    ],
    [
      "a withdrawn permission",
      (archive) => archive.control("POST personas/patron-owner/revoke", {}),
      "it was withdrawn or has expired",
    ],
  ];

  it.each(faults)("%s is named", async (_name, make, sentence) => {
    await using archive = await openTestArchive({ isNew: true });
    await store(archive, archive.emulator.settings);
    const owner = archive.openBrowser();
    await owner.signIn("patron-owner");
    await make(archive);
    const said = await within(async () => {
      const { body } = await owner.ask<CheckUp>("POST /api/check-up", {});
      return body.lines
        .filter(({ state }) => state === "bad")
        .map((line) => line.sentence)
        .join(" ");
    });
    expect(said).toContain(sentence);
  });
});

describe("on the machine", () => {
  const good = {
    ...thisMachine,
    uid: 0,
    osRelease: "ID=debian\nVERSION_ID=12\n",
    checkout: "/nowhere",
    exists: (_file: string) => false,
    read: (_file: string) => "",
  };
  const install = (args: string[], machine: Partial<typeof good>) =>
    within(async () => (await findFault(["install", ...args], { ...good, ...machine })) ?? "");

  it("a port in use is named by install, and by the server, which changes nothing", async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, "127.0.0.1");
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-fault-"));
    const sentence = `Port ${port} is already in use`;
    expect(await install(["--port", String(port)], { freeGb: () => 40 })).toContain(sentence);
    const data = path.join(folder.path, "data");
    const said = await run([builtServer], { PORT: String(port), DATA_DIR: data, EMULATOR_PORT: "0" });
    expect(said).toContain(sentence);
    expect(await readdir(data)).not.toContain("stagedoor.db");
    other.close();
  });

  it("a second archive is named by every command, which does nothing", async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-fault-"));
    const [program, installed] = [path.join(folder.path, "program"), path.join(folder.path, "installed")];
    const settingsFile = path.join(folder.path, "settings.env");
    await mkdir(path.join(program, "data"), { recursive: true });
    await writeFile(path.join(program, "package.json"), '{"name":"stagedoor"}');
    await writeFile(path.join(program, "data", "stagedoor.db"), "");
    await writeFile(settingsFile, `DATA_DIR=${installed}\n`);
    const said = await within(async () => {
      const found = () =>
        findArchive({ program, folder: folder.path, environment: {}, chosen: undefined, settingsFile });
      expect(found).toThrow(Refusal);
      return attempt(found);
    });
    expect(said).toContain("There are 2 archives on this machine");
    expect(said).toContain(`--archive=${installed}`);
    expect(await readdir(folder.path)).toEqual(["program", "settings.env"]);
  });

  it.skipIf(!mayMount)("a full disk is named by install", async () => {
    await using volume = await openVolume(1);
    const said = await install([], { freeGb: () => thisMachine.freeGb(volume.path) });
    expect(said).toContain("There is too little space for /opt");
  });

  it("a name that the DNS does not know is named by install", async () => {
    const said = await install(["--domain", "archive.invalid"], { freeGb: () => 40, isPortFree: async () => true });
    expect(said).toMatch(/has no address in the DNS|The DNS does not answer/);
  });
});

function attempt(work: () => unknown): string {
  try {
    return String(work());
  } catch (error) {
    return (error as Error).message;
  }
}

async function openSetUp(archive: TestArchive): Promise<Browser> {
  const browser = archive.openBrowser();
  const [, key = ""] = (await getSetUpLink(archive.parts)).split("#");
  await browser.ask("POST /api/setup/session", { key });
  return browser;
}

async function store({ parts }: TestArchive, values: NewValues): Promise<void> {
  await saveStored(parts.db, parts, values);
  await parts.settings.reload();
}

/** What a program says that fails. */
async function run(args: readonly string[], env: Record<string, string>): Promise<string> {
  return within(async () => {
    const { stderr, stdout } = await promisify(execFile)(process.execPath, args, {
      env: { ...childEnvironment, ...env },
    }).catch((error: { stderr: string; stdout: string }) => error);
    return `${stdout}${stderr}`.trim();
  });
}
