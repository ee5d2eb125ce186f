// The check-up: each line is green, or one sentence says what is wrong and what to do.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import type { CheckLine, CheckName, CheckUp } from "#contract/check-up.ts";
import type { Problem } from "#contract/problem.ts";
import { addJob } from "#server/queue/queue.ts";
import { saveStored, type NewValues } from "#server/setup/stored.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { listLines, addCheckUpWork } from "./check-up.ts";
import { checkSandbox } from "./machine.ts";
import type { Sandbox } from "#server/media/ffmpeg/sandbox.ts";
import type { Parts } from "#server/parts.ts";
import { beginRun, endRun } from "#server/backup/offsite/runs.ts";
import { checkBackup, checkKeyCopy } from "./keeping.ts";
import { checkUpJob, noteBackup, saveLines } from "./saved.ts";

const dayMs = 86_400_000;
const gold = "20550102";

describe("the check-up of an archive", () => {
  it("is green in every line when everything is right", async () => {
    await using archive = await openSetUpArchive();
    await addJob(archive.parts.db, { kind: "subscribe-to-twitch", key: "test", payload: {} });
    archive.parts.wake();
    await expect.poll(() => find(archive, "twitch-events")).toMatchObject({ state: "good" });
    await noteBackup(archive.parts.db, { at: archive.parts.clock.now(), place: "/somewhere/else", faults: 0 });
    const owner = await signInOwner(archive);
    await owner.ask("POST /api/check-up/key-copy", { checksum: archive.parts.keys.checksum });
    const { body } = await owner.ask<CheckUp>("POST /api/check-up", {});
    // the machine that runs this test may have no sandbox
    const lines = body.lines.filter(({ name }) => name !== "sandbox");
    expect(lines.filter(({ state }) => state !== "good")).toEqual([]);
    expect(lines.map(({ name }) => name)).toEqual([
      ...["patreon-client", "patreon-campaign", "patreon-creator", "patreon-webhook"],
      ...["twitch-client", "twitch-events", "address", "proxy", "clock", "storage", "space", "backup", "key-copy"],
    ]);
    expect((await owner.ask<CheckUp>("GET /api/check-up")).body).toEqual(body);
    const secrets = Object.entries(archive.emulator.settings).filter(([name]) => /SECRET|TOKEN/.test(name));
    for (const [, secret] of secrets) expect(JSON.stringify(body)).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain(archive.parts.keys.checksum);
  });

  it("says that the demo is a demo, and that a closed archive waits for set-up", async () => {
    await using demo = await openTestArchive();
    expect(await find(demo, "set-up")).toMatchObject({ state: "warning", sentence: expect.stringContaining("demo") });
    await using closed = await openTestArchive({ isDemo: false, env: { HOST: "0.0.0.0" } });
    expect(await find(closed, "set-up")).toMatchObject({
      state: "warning",
      sentence: "Nobody can log in yet. Open the set-up link: sudo stagedoor setup-link prints it.",
    });
  });

  it("is for the owner alone", async () => {
    await using archive = await openTestArchive();
    for (const [persona, status] of [
      ["patron-gold", 403],
      ["patron-editor", 403],
      ["patron-owner", 200],
    ] as const) {
      const browser = archive.openBrowser();
      await browser.signIn(persona);
      expect((await browser.ask("GET /api/check-up")).status).toBe(status);
    }
    expect((await archive.openBrowser().ask("POST /api/check-up", {})).status).toBe(401);
  });
});

describe("a fault at Patreon is named:", () => {
  it("a wrong secret, and somebody else's campaign", async () => {
    await using archive = await openSetUpArchive();
    await store(archive, { PATREON_CLIENT_SECRET: "wrong", PATREON_CAMPAIGN_ID: "7730118" });
    expect(await find(archive, "patreon-client")).toMatchObject({
      state: "bad",
      sentence:
        "Patreon does not accept the client id and secret, so nobody can log in with Patreon. Copy both again from Patreon's developer page.",
    });
    expect(await find(archive, "patreon-campaign")).toMatchObject({
      state: "bad",
      sentence:
        "The campaign 7730118 does not belong to Rosalind Achterberg, who connected as the creator. Connect with the account that owns it.",
    });
  });

  it("a deleted tier, and a paused webhook", async () => {
    await using archive = await openSetUpArchive();
    await archive.control("POST campaign", { deleteTier: gold, pauseWebhooks: true });
    expect(await find(archive, "patreon-campaign")).toMatchObject({
      state: "bad",
      sentence: `The tier ${gold} no longer exists at Patreon, so it gives nobody access. Choose the tiers again under Settings.`,
    });
    expect(await find(archive, "patreon-webhook")).toMatchObject({
      state: "bad",
      sentence:
        "Patreon has stopped reporting changes: it paused the webhook after 7 failed tries. Resume the webhook under Settings.",
    });
  });

  it("a withdrawn permission, and a token that cannot be renewed", async () => {
    await using archive = await openSetUpArchive();
    await store(archive, { PATREON_CREATOR_REFRESH_TOKEN: "" });
    expect(await find(archive, "patreon-creator")).toMatchObject({
      state: "warning",
      sentence: expect.stringContaining("cannot be renewed automatically"),
    });
    await archive.control("POST personas/patron-owner/revoke", {});
    expect(await find(archive, "patreon-creator")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("it was withdrawn or has expired"),
    });
  });

  it("no answer, long before there is one", { tags: ["long"] }, async () => {
    await using archive = await openSetUpArchive();
    await archive.control("POST faults", { route: "* /patreon", delayMs: 3_600_000 });
    expect(await find(archive, "patreon-client")).toMatchObject({ state: "bad" });
  });
});

describe("a fault at Twitch is named:", () => {
  it("a wrong secret", async () => {
    await using archive = await openSetUpArchive();
    await store(archive, { TWITCH_CLIENT_SECRET: "wrong" });
    expect(await find(archive, "twitch-client")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("nobody can log in with Twitch"),
    });
  });

  it("reports that do not come, and a permission that the broadcaster has withdrawn", async () => {
    // where Twitch cannot reach it, nothing is confirmed
    await using unreachable = await openSetUpArchive({ PUBLIC_URL: "http://localhost:9" });
    expect(await find(unreachable, "twitch-events")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("Twitch does not report channel.subscribe"),
    });
    await using archive = await openSetUpArchive();
    await addJob(archive.parts.db, { kind: "subscribe-to-twitch", key: "test", payload: {} });
    archive.parts.wake();
    await expect.poll(() => find(archive, "twitch-events")).toMatchObject({ state: "good" });
    await archive.control("POST personas/twitch-broadcaster/revoke", { fire: true });
    expect(await find(archive, "twitch-events")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("The broadcaster has withdrawn the permission"),
    });
  });
});

describe("a fault around the archive is named:", () => {
  it("a proxy that is not trusted, which makes all members count as one visitor", async () => {
    await using proxy = await openProxy({ "x-forwarded-for": "198.51.100.4" });
    await using archive = await openSetUpArchive({ PUBLIC_URL: proxy.url });
    proxy.leadTo(archive.parts.config.port);
    expect(await find(archive, "proxy")).toMatchObject({
      state: "bad",
      sentence:
        'The proxy at 127.0.0.1 is not in TRUSTED_PROXIES. So the archive counts all members as one visitor, and may refuse them all with "Too many requests". Write TRUSTED_PROXIES=127.0.0.1 into /etc/stagedoor/settings.env (in a clone: .env), and run: sudo systemctl restart stagedoor',
    });
    await using right = await openSetUpArchive({ PUBLIC_URL: proxy.url, TRUSTED_PROXIES: "127.0.0.1" });
    proxy.leadTo(right.parts.config.port);
    expect(await find(right, "proxy")).toMatchObject({ state: "good" });
  });

  it("an address that leads elsewhere, or nowhere", async () => {
    await using archive = await openSetUpArchive({ PUBLIC_URL: "http://localhost:9" });
    expect(await find(archive, "address")).toMatchObject({
      state: "bad",
      sentence:
        "The archive could not be reached at http://localhost:9. Check that your proxy is running and forwards to this server.",
    });
    // a provider comes from outside
    await archive.parts.db
      .insertInto("webhook_seen")
      .values({ provider: "patreon", message_key: "a", seen_at: archive.parts.clock.now() })
      .execute();
    expect(await find(archive, "address")).toMatchObject({ state: "warning" });
  });

  it("a wrong clock", async () => {
    await using archive = await openSetUpArchive();
    archive.advance(10 * 60_000);
    expect(await find(archive, "clock")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("The clock of this machine is 10 minutes ahead of Patreon's"),
    });
  });

  it("a full disk", async () => {
    await using archive = await openSetUpArchive({ LEAST_FREE_GB: "900000" });
    expect(await find(archive, "space")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("so nothing new is added"),
    });
  });

  it("a sandbox that is missing, not allowed or broken, each with what to do", () => {
    const check = (sandbox: Partial<Sandbox>, kernel: Record<string, string> = {}) => {
      const tools = { sandbox: { hasBubblewrap: false, hasPrlimit: true, ...sandbox } };
      return checkSandbox({ media: { tools: tools as Parts["media"]["tools"] } }, (name) => kernel[name]);
    };
    const isBad = (...parts: string[]) => ({
      state: "bad",
      sentence: expect.stringMatching(new RegExp(parts.join(".*"), "s")),
    });
    const refused: Partial<Sandbox> = { obstacle: { kind: "not-allowed", said: "bwrap: no" } };
    const forbids = 'this machine does not allow what it needs \\(it says "bwrap: no"\\)';
    expect(check({ obstacle: { kind: "missing", said: "" } })).toMatchObject(isBad("bubblewrap is not installed"));
    expect(check(refused)).toMatchObject(isBad(forbids, "In a container", "RestrictSUIDSGID="));
    expect(check(refused, { "user.max_user_namespaces": "0" })).toMatchObject(
      isBad(forbids, "sudo sysctl -w user.max_user_namespaces=10000"),
    );
    expect(check(refused, { "kernel.apparmor_restrict_unprivileged_userns": "1" })).toMatchObject(
      isBad(forbids, "AppArmor", "sudo stagedoor install"),
    );
    expect(check({ obstacle: { kind: "broken", said: "Segmentation fault" } })).toMatchObject(
      isBad("bubblewrap is installed, but does not work", "Segmentation fault", "--reinstall bubblewrap"),
    );
    expect(check({ hasBubblewrap: true, hasPrlimit: false })).toMatchObject(isBad("limits"));
    expect(check({ hasBubblewrap: true })).toMatchObject({ state: "good" });
  });

  it("a newer version, only where the owner has named an address that knows", async () => {
    await using archive = await openSetUpArchive();
    expect(await find(archive, "version")).toBeUndefined();
    await using feed = await openFeed({ version: "900.0.0" });
    await using asking = await openSetUpArchive({ NEW_VERSION_URL: feed.url });
    expect(await find(asking, "version")).toMatchObject({
      state: "warning",
      sentence: expect.stringContaining("Version 900.0.0 is available"),
    });
  });
});

describe("what is needed after a disk has broken:", () => {
  it("a backup is missing, old, incomplete, or on the same disk", async () => {
    await using archive = await openSetUpArchive();
    const { db, clock, config } = archive.parts;
    expect(await find(archive, "backup")).toMatchObject({ state: "warning" });
    archive.advance(4 * dayMs);
    expect(await find(archive, "backup")).toMatchObject({
      state: "bad",
      sentence: "There is no backup yet. Run: sudo stagedoor backup",
    });
    await noteBackup(db, { at: clock.now(), place: `${config.dataDir}/2026`, faults: 0 });
    expect(await find(archive, "backup")).toMatchObject({
      state: "warning",
      sentence: expect.stringContaining("on the same disk"),
    });
    await noteBackup(db, { at: clock.now(), place: "/elsewhere/2026", faults: 2 });
    expect(await find(archive, "backup")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("lacks 2 files"),
    });
    await noteBackup(db, { at: new Date(clock.now().getTime() - 4 * dayMs), place: "/elsewhere/2026", faults: 0 });
    expect(await find(archive, "backup")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("The last backup, made on"),
    });
  });

  it("with a schedule only its own backups count: none yet, a failed one, a good one, and one that is overdue", async () => {
    await using archive = await openSetUpArchive({ BACKUP_HOUR: "4", BACKUP_TARGET: "bucket" });
    const { db, clock } = archive.parts;
    expect(await find(archive, "backup")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("The settings of the bucket for backups are not complete"),
    });
    const config = { ...archive.parts.config, backupDir: "/elsewhere" };
    const backup = { ...config.backup, target: "folder" as const };
    const check = () => checkBackup({ db, clock, config: { ...config, backup } });
    await noteBackup(db, { at: clock.now(), place: "/by-the-timer", faults: 0 });
    expect(await check()).toMatchObject({ state: "warning", sentence: expect.stringContaining("no backup yet") });
    const failed = await beginRun(db, "bucket", clock.now());
    await endRun(db, failed, { state: "failed", ended_at: clock.now(), sentence: "The line was cut." });
    expect(await check()).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("failed: The line was cut."),
    });
    archive.advance(60_000);
    const run = await beginRun(db, "bucket", clock.now());
    await endRun(db, run, { state: "good", ended_at: clock.now(), place: "s3://kept" });
    expect(await check()).toMatchObject({ state: "good", sentence: expect.stringContaining("in s3://kept") });
    archive.advance(2 * dayMs);
    expect(await check()).toMatchObject({ state: "bad", sentence: expect.stringContaining("is overdue") });
  });

  it("an encrypted backup in a bucket contains the key; other backups do not", async () => {
    await using archive = await openSetUpArchive({ BACKUP_TARGET: "bucket" });
    const { db, clock, keys, config } = archive.parts;
    const keep = async (target: "bucket" | "folder", state: "good" | "incomplete" | "failed") =>
      endRun(db, await beginRun(db, target, clock.now()), { state, ended_at: clock.now(), place: "s3://kept" });
    const check = (target: "bucket" | "folder" = "bucket") =>
      checkKeyCopy({ db, keys, config: { ...config, backup: { ...config.backup, target } } });
    await keep("folder", "good");
    await keep("bucket", "failed");
    expect(await check()).toMatchObject({ state: "bad", sentence: expect.stringContaining("do not contain") });
    await keep("bucket", "incomplete");
    expect(await check()).toMatchObject({ state: "good", sentence: expect.stringContaining("s3://kept, contains it") });
    expect(await check("folder")).toMatchObject({ state: "bad" });
  });

  it("a copy of the key is confirmed by its checksum, and a wrong one is refused", async () => {
    await using archive = await openSetUpArchive();
    const owner = await signInOwner(archive);
    await owner.ask("POST /api/check-up", {});
    const confirm = (checksum: string) => owner.ask<Problem & CheckUp>("POST /api/check-up/key-copy", { checksum });
    const { checksum } = archive.parts.keys;
    expect((await confirm("I have it")).body.detail).toContain("This is not a checksum");
    expect((await confirm(checksum.slice(0, 8))).status).toBe(400);
    expect((await confirm("0".repeat(64))).body.detail).toContain("not the checksum of the key in use");
    expect(await find(archive, "key-copy")).toMatchObject({ state: "bad" });
    const { body } = await confirm(`${checksum}  master.key`);
    expect(body.lines.find(({ name }) => name === "key-copy")).toMatchObject({ state: "good" });
    expect(await find(archive, "key-copy")).toMatchObject({ state: "good" });
  });
});

describe("the daily check-up", () => {
  it("from before the set-up was finished is not shown after it, and the next one does not wait for a day", async () => {
    await using archive = await openSetUpArchive();
    const { parts } = archive;
    const owner = await signInOwner(archive);
    const line = { name: "set-up", title: "Set-up", state: "warning", sentence: "Nobody can log in yet." } as const;
    await saveLines(parts, [line, { ...line, name: "clock" }]);
    expect((await owner.ask<CheckUp>("GET /api/check-up")).body).toEqual({ ran_at: null, lines: [] });
    await addCheckUpWork(parts);
    const names = async () => (await owner.ask<CheckUp>("GET /api/check-up")).body.lines.map(({ name }) => name);
    await expect.poll(names).toContain("storage");
    expect(await names()).not.toContain("set-up");
  });

  it("is made again when a command has made a backup", async () => {
    await using archive = await openSetUpArchive();
    const owner = await signInOwner(archive);
    await owner.ask("POST /api/check-up");
    const read = async () =>
      (await owner.ask<CheckUp>("GET /api/check-up")).body.lines.find(({ name }) => name === "backup")?.sentence;
    expect(await read()).toContain("There is no backup yet");
    const { db, clock } = archive.parts;
    await noteBackup(db, { at: clock.now(), place: "/somewhere/else", faults: 0 });
    archive.parts.wake();
    await expect.poll(read).toContain("/somewhere/else");
  });

  it("runs once a day by the queue, and what turns red is in the log once", async () => {
    const logTo = new PassThrough();
    let log = "";
    logTo.on("data", (chunk: Buffer) => (log += chunk.toString()));
    await using archive = await openSetUpArchive({ LOG_LEVEL: "warn" }, { logTo });
    const { parts } = archive;
    const owner = await signInOwner(archive);
    await store(archive, { PATREON_CLIENT_SECRET: "wrong" });
    const listJobs = () => parts.db.selectFrom("job").select("state").where("kind", "=", checkUpJob).execute();
    const read = async () => (await owner.ask<CheckUp>("GET /api/check-up")).body;
    await addCheckUpWork(parts);
    parts.wake();
    await expect.poll(async () => (await read()).lines.length).toBeGreaterThan(5);
    // what it found is there a moment before the job has ended
    await expect.poll(listJobs).toEqual([{ state: "done" }]);
    await addCheckUpWork(parts);
    expect(await listJobs()).toHaveLength(1);
    archive.advance(dayMs);
    await addCheckUpWork(parts);
    expect(await listJobs()).toHaveLength(2);
    const first = (await read()).ran_at;
    parts.wake();
    await expect.poll(async () => (await read()).ran_at).not.toBe(first);
    expect(log.split("Patreon does not accept the client id and secret")).toHaveLength(2);
  });

  it("also runs when the owner has put something right", async () => {
    await using archive = await openSetUpArchive();
    const owner = await signInOwner(archive);
    await archive.control("POST campaign", { pauseWebhooks: true });
    const readState = async () => {
      const { body } = await owner.ask<CheckUp>("GET /api/check-up");
      return body.lines.find(({ name }) => name === "patreon-webhook")?.state;
    };
    await owner.ask("POST /api/check-up", {});
    expect(await readState()).toBe("bad");
    expect((await owner.ask("POST /api/settings/webhook", {})).status).toBe(200);
    await expect.poll(readState).toBe("good");
  });

  it("does not run in the demo", async () => {
    await using archive = await openTestArchive();
    await addCheckUpWork(archive.parts);
    const jobs = await archive.parts.db.selectFrom("job").select("id").where("kind", "=", checkUpJob).execute();
    expect(jobs).toEqual([]);
  });
});

/** As an owner has set it up, with the emulator where Patreon and Twitch would be. */
async function openSetUpArchive(
  env: Record<string, string> = {},
  options: Parameters<typeof openTestArchive>[0] = {},
): Promise<TestArchive> {
  const archive = await openTestArchive({ isNew: true, env, ...options });
  await store(archive, archive.emulator.settings);
  return archive;
}

async function store({ parts }: TestArchive, values: NewValues): Promise<void> {
  await saveStored(parts.db, parts, values);
  await parts.settings.reload();
}

async function find({ parts }: TestArchive, name: CheckName): Promise<CheckLine | undefined> {
  return (await listLines(parts)).find((line) => line.name === name);
}

async function signInOwner(archive: TestArchive): Promise<Browser> {
  const browser = archive.openBrowser();
  await browser.signIn("patron-owner");
  return browser;
}

interface Place extends AsyncDisposable {
  url: string;
}

/** Passes everything on, with these headers. */
async function openProxy(headers: Record<string, string>): Promise<Place & { leadTo(port: number): void }> {
  let port = 0;
  const server = createServer((asked, reply) => {
    const passed = { ...asked.headers, ...headers };
    const to = { port, host: "127.0.0.1", path: asked.url, method: asked.method, headers: passed };
    const passedOn = request(to, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    // whole, body and all: a server waits for the rest of a request before it stops
    asked.pipe(passedOn.on("error", () => reply.destroy()));
  });
  return { ...(await listen(server)), leadTo: (to) => void (port = to) };
}

async function openFeed(answer: unknown): Promise<Place> {
  return listen(createServer((_asked, reply) => reply.end(JSON.stringify(answer))));
}

async function listen(server: ReturnType<typeof createServer>): Promise<Place> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, [Symbol.asyncDispose]: close };
}
