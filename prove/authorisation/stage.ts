// An archive for the test: on either backend, behind nginx or not, with people, recordings and canaries.
import { mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { backUp } from "#server/backup/backup.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { DatabaseKind } from "#server/testing/databases.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startNginx } from "#server/testing/proxies/nginx.ts";
import { send, type Answer } from "./answer.ts";
import { openCanaries, type Canaries } from "./canaries.ts";
import { roles, type Locked } from "./declared.ts";
import { gatherPeople, higherTier, type People } from "./people.ts";
import { plantScreens } from "./screens.ts";
import { beginSetUp } from "./set-up.ts";
import { makeVideos, type Videos } from "./videos.ts";

interface Place {
  kind: DatabaseKind;
  store: "disk" | "s3";
  /** nginx: only passes requests on. accel: nginx sends the files itself. */
  door: "direct" | "nginx" | "accel";
  /** How many of the combinations are tested there. */
  part: "all" | "a third" | "sample";
}

export const places: readonly Place[] = [
  { kind: "sqlite", store: "disk", door: "direct", part: "all" },
  { kind: "sqlite", store: "disk", door: "nginx", part: "all" },
  { kind: "sqlite", store: "disk", door: "accel", part: "all" },
  { kind: "postgres", store: "s3", door: "direct", part: "all" },
  { kind: "postgres", store: "s3", door: "nginx", part: "all" },
];

/** On a disk: a bucket takes most of its time to fill, and the access is decided before a file is looked for. */
export const placesInShort: readonly Place[] = [
  { kind: "sqlite", store: "disk", door: "direct", part: "a third" },
  { kind: "postgres", store: "disk", door: "accel", part: "sample" },
];

export interface Stage extends AsyncDisposable {
  url: string;
  isProxied: boolean;
  locked: Locked;
  archive: TestArchive;
  people: People;
  videos: Videos;
  canaries: Canaries;
  /** Searches the logs of the archive and of nginx, and returns the number of lines. */
  searchLogs(): number;
  /** Searches the metrics, and a backup: its manifest, and the database in it. */
  searchKept(): Promise<void>;
}

type Wanted = Omit<Place, "part"> & { locked?: Locked };

const metricsToken = "canary-metrics-token";

export async function openStage({ kind, store, door, locked = "hidden" }: Wanted): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const isProxied = door !== "direct";
  const { path: pageFolder } = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-stage-")));
  await mkdir(path.join(pageFolder, "assets"));
  await writeFile(path.join(pageFolder, "index.html"), "<title>page</title>__CSP_NONCE__");
  await writeFile(path.join(pageFolder, "assets", "page.js"), "0");
  const publicPort = isProxied ? await findFreePort() : null;
  const publicUrl = publicPort === null ? null : `http://localhost:${publicPort}`;
  const lines: string[] = [];
  const archive = stack.use(
    await openTestArchive({
      ...{ kind, store, pageFolder, isNew: true, logTo: { write: (line) => void lines.push(line) } },
      env: {
        LOG_LEVEL: "debug",
        METRICS_TOKEN: metricsToken,
        LEVELS: JSON.stringify([{ id: "gold", name: "Gold", patreonTierIds: [higherTier], twitchTier: null }]),
        LOCKED: locked,
        ...noticeSecrets,
        ...(publicUrl && { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: "127.0.0.1" }),
        ...(door === "accel" && { ACCEL_PREFIX: "/media-files" }),
      },
      emulator: { quirks: { patreonThrottles: false }, ...(publicUrl && { archiveUrl: publicUrl }) },
    }),
  );
  const { config } = archive;
  const url = publicUrl ?? archive.url;
  const mediaFolder = path.join(config.dataDir, "media");
  const nginx =
    publicPort &&
    stack.use(
      await startNginx({ port: publicPort, archivePort: config.port, ...(door === "accel" && { mediaFolder }) }),
    );

  const canaries = openCanaries();
  await plantSecrets(archive, canaries);
  await beginSetUp(archive, url, canaries);
  const people = await gatherPeople(archive, url, canaries);
  await makeBackupKey(url, people.of.owner.cookie, canaries);
  const memberIds = new Set(roles.flatMap((role) => people.of[role].memberId ?? []));
  const videos = await makeVideos({
    ...{ parts: archive.parts, canaries, locked, memberIds: [...memberIds], editorId: people.of.editor.memberId ?? "" },
    beginUpload: (title) => beginUpload(url, people.of.editor.cookie, title),
  });
  await plantScreens(archive.parts, { people, videos, canaries });
  const kept = stack.move();
  return {
    ...{ url, isProxied, locked, archive, people, videos, canaries },
    searchLogs() {
      const all = [...lines.join("").split("\n"), ...(nginx ? nginx.readLog().split("\n") : [])];
      for (const line of all) canaries.look(line, null, `a line of the log: ${line.slice(0, 300)}`);
      return all.length;
    },
    async searchKept() {
      const metrics = await fetch(`${archive.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
      canaries.look(await metrics.text(), null, "the metrics");
      await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-canaries-"));
      const { db, media, clock } = archive.parts;
      const { place } = await backUp({ db, store: media.store }, folder.path, { now: clock.now(), program: "test" });
      // the owner may read titles there; secrets are sealed
      const files = ["manifest.jsonl", "stagedoor.db"];
      for (const name of files)
        canaries.look(await readFile(path.join(place, name), "latin1"), "owner", `the backup's ${name}`);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Private addresses, which are not asked: nothing of this leaves the machine. */
const noticeSecrets = {
  DISCORD_WEBHOOK_URL: "https://10.0.0.1/api/webhooks/1/canary-of-discord",
  NOTICE_WEBHOOK_URL: "https://10.0.0.1/canary-of-the-hook",
  NOTICE_WEBHOOK_SECRET: "canary-of-the-signature",
  SMTP_URL: "smtp://user:canary-of-the-mail-server@10.0.0.1",
  MAIL_FROM: "archive@mail.example",
};

/** The secrets in the settings, and the master key. */
async function plantSecrets({ emulator, config }: TestArchive, canaries: Canaries): Promise<void> {
  const secrets = Object.entries(emulator.settings).filter(([name]) => /SECRET|TOKEN/.test(name));
  for (const [name, value] of secrets) canaries.plant(value, null, name);
  canaries.plant(metricsToken, null, "METRICS_TOKEN");
  for (const [name, value] of Object.entries(noticeSecrets)) {
    const [word] = /canary-[\w-]+/.exec(value) ?? [];
    if (word) canaries.plant(word, null, name);
  }
  const key = await readFile(path.join(config.dataDir, "secrets", "master.key"));
  for (const form of ["hex", "base64url", "latin1"] as const)
    canaries.plant(key.toString(form), null, `the master key as ${form}`);
}

/** It is shown in this answer, and must never be seen again. */
async function makeBackupKey(url: string, cookie: string, canaries: Canaries): Promise<void> {
  const sending = { method: "POST", address: "/api/settings/backups/key", cookie, body: { replace: false } };
  const { status, text } = await send(url, sending);
  if (status !== 200) throw new Error(`no backup key was made: ${status} ${text}`);
  const { key } = JSON.parse(text) as { key: { identity: string } };
  canaries.plant(key.identity, null, "the private backup key");
}

async function beginUpload(url: string, cookie: string, title: string): Promise<string> {
  const metadata = { title, filename: `${title}.mp4` };
  const encoded = Object.entries(metadata).map(([name, text]) => `${name} ${Buffer.from(text).toString("base64")}`);
  const answer: Answer = await send(url, {
    ...{ method: "POST", address: "/api/upload", cookie },
    headers: { "tus-resumable": "1.0.0", "upload-length": "1000", "upload-metadata": encoded.join(",") },
  });
  const id = /[0-9a-f]{32}$/.exec(answer.headers["location"] ?? "")?.[0];
  if (!id) throw new Error(`no upload was started: ${answer.status} ${answer.text}`);
  return id;
}
