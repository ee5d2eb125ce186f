// Live, on the server that receives: which key may send where, when a line that dropped is waited for, and when what was sent
// becomes a recording. What is in the folder is never lost: after a crash it goes on, or is added.
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { takeIn, type IntakeParts } from "#server/intake/take-in.ts";
import { newVideoId } from "#server/library/add.ts";
import { requireSpace } from "#server/media/store/store.ts";
import { inTurn, repeat } from "#server/one-at-a-time.ts";
import type { BroadcastTable } from "#server/database/tables.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { nothingYet, readProgress, receiverSilentMs, type Progress } from "./broadcasts.ts";
import type { FromReceiver, Target } from "./messages.ts";
import { startReceiver, type ReceiverProcess } from "./receiver-process.ts";
import type { Arriving } from "./recorder.ts";
import { words } from "./words.ts";

type LiveParts = IntakeParts & Pick<Parts, "log">;

interface Running {
  id: string;
  /** Of the key that it is sent with; null: it is from before a restart, or the key is deleted. */
  hash: string | null;
  keyId: string | null;
  progress: Progress;
  /** Since when the encoder is gone. */
  lostAt: number | null;
  /** When it is to become a recording; from then on nothing is sent to it any more. */
  endsAt: number | null;
  isFinishing: boolean;
  measured: { at: number; bytes: number };
}

interface Live extends AsyncDisposable {
  /** Looks at once for new keys and for what has to end, and not only when it is due. */
  look(): Promise<void>;
}

const lookMs = 5000;
const saveMs = 2000;
const tryAgainMs = 60_000;
const fileName = "recording.mp4";

export async function startLive(parts: LiveParts, options: { lookMs?: number } = {}): Promise<Live> {
  const { db, config, log, clock } = parts;
  const folder = path.join(config.dataDir, "live");
  const running = new Map<string, Running>();
  let receiver: { process: ReceiverProcess; port: number } | null = null;
  let said: { trouble: string | null; at: number } | null = null;
  let trouble: string | null = null;
  const inOrder = inTurn();
  const closing = new AbortController();
  const finishing = new Set<Promise<void>>();
  const fileOf = (id: string) => path.join(folder, id, fileName);
  const onError = (error: unknown): void =>
    log.error({ err: error }, "live could not be looked after; it is tried again");
  await findLeftBehind();
  const looking = repeat(look, { everyMs: options.lookMs ?? lookMs, onError });
  void looking.now();

  return {
    look: () => looking.now(),
    async [Symbol.asyncDispose]() {
      await looking.stop();
      await receiver?.process[Symbol.asyncDispose]();
      closing.abort();
      await Promise.all(finishing);
    },
  };

  /** What a server that has ended left in the folder: its encoders may come back. */
  async function findLeftBehind(): Promise<void> {
    if (!existsSync(folder)) return;
    for (const id of await readdir(folder)) {
      const file = await stat(fileOf(id)).catch(() => undefined);
      if (!file) continue;
      const progress = { ...nothingYet, isSending: false, bytes: file.size };
      const lostAt = Math.min(Date.now(), file.mtimeMs);
      running.set(id, { ...newRunning(id, { hash: null, keyId: null }), progress, lostAt });
    }
  }

  async function look(): Promise<void> {
    const keys = await db.selectFrom("stream_key").select(["id", "hash"]).execute();
    if (running.size > 0) await readWishes(new Map(keys.map(({ id, hash }) => [id, hash])));
    endDue();
    await keepListening(keys.length > 0);
  }

  /** Adding a long one takes minutes: nothing else waits for it. */
  function endDue(): void {
    for (const one of running.values()) {
      if (one.lostAt === null || one.isFinishing) continue;
      if (Date.now() - one.lostAt >= parts.config.liveReturnMs) one.endsAt ??= Date.now();
      if (one.endsAt === null || Date.now() < one.endsAt || closing.signal.aborted) continue;
      const run = finish(one).finally(() => finishing.delete(run));
      finishing.add(run);
    }
  }

  /** What has become of the keys and of what is sent with them: deleted, reset, or ended by an editor. */
  async function readWishes(hashes: ReadonlyMap<string, string>): Promise<void> {
    const rows = await db.selectFrom("broadcast").selectAll().where("ended_at", "is", null).execute();
    for (const { id, key_id, wants_end, arriving } of rows) {
      const one = running.get(id);
      if (!one) continue;
      const hash = (key_id !== null && hashes.get(key_id)) || null;
      const isFirstLook = one.hash === null && one.keyId === null;
      const isOther = !isFirstLook && hash !== one.hash;
      if (isFirstLook) save(Object.assign(one, { progress: { ...readProgress(arriving), isSending: false } }));
      Object.assign(one, { hash, keyId: key_id });
      if (wants_end || hash === null) one.endsAt ??= Date.now();
      if (one.lostAt === null && (isOther || one.endsAt !== null)) receiver?.process.tell({ say: "close", id });
    }
  }

  async function keepListening(isWanted: boolean): Promise<void> {
    const { livePort: port, demo: isLocal } = parts.config;
    if (receiver && (!isWanted || receiver.port !== port)) {
      await receiver.process[Symbol.asyncDispose]();
      receiver = null;
      trouble = null;
    }
    if (!receiver && isWanted && port !== 0) {
      await mkdir(folder, { recursive: true, mode: 0o750 });
      receiver = { port, process: startReceiver({ folder, port, isLocal, onMessage: hear, onEnd: noteEnd }) };
    }
    if (receiver) await sayState(port);
  }

  async function sayState(port: number): Promise<void> {
    const at = clock.now();
    if (said && said.trouble === trouble && at.getTime() - said.at < receiverSilentMs / 3) return;
    said = { trouble, at: at.getTime() };
    const row = { port: String(port), seen_at: at, trouble };
    await db
      .insertInto("live_receiver")
      .values(row)
      .onConflict((conflict) => conflict.column("port").doUpdateSet(row))
      .execute();
  }

  function noteEnd(why: string): void {
    if (trouble === null) log.error({ why }, "the receiver of live streams has ended; it is started again");
    trouble ??= words.cannotStart;
    receiver = null;
    for (const one of running.values()) if (one.lostAt === null) lose(one);
  }

  function hear(message: FromReceiver): void {
    if (message.say === "listening") trouble = null;
    else if (message.say === "not-listening") trouble = words.portTaken(parts.config.livePort, message.why);
    else if (message.say === "may") {
      const { ask, hash } = message;
      const answer = (found: Target | "wrong" | "not-now") =>
        receiver?.process.tell({ say: "may", ask, answer: found });
      inOrder(() => findTarget(hash)).then(answer, (error: unknown) => {
        log.error({ err: error }, "an encoder was refused");
        if (error instanceof Refusal) trouble = error.message;
        answer("not-now");
      });
    } else {
      const one = running.get(message.id);
      if (!one) return;
      if (message.say === "kept") noteKept(one, message.arriving);
      else noteGone(one, message);
    }
  }

  /** Where what is sent with this key goes: to what it sent before, if that waits for it. Then no database is needed. */
  async function findTarget(hash: string): Promise<Target | "wrong"> {
    const before = [...running.values()].find((one) => one.hash === hash && one.endsAt === null);
    if (before) {
      if (before.lostAt !== null) before.progress.returns += 1;
      before.lostAt = null;
      return { id: before.id, file: fileOf(before.id) };
    }
    const key = await db.selectFrom("stream_key").selectAll().where("hash", "=", hash).executeTakeFirst();
    if (!key) return "wrong";
    await requireSpace(folder, 0, parts.config.leastFreeBytes);
    const id = newVideoId();
    await mkdir(path.join(folder, id), { mode: 0o750 });
    const now = clock.now();
    const { title, level, hidden } = key;
    const row = { id, key_id: key.id, title, level, hidden, started_at: now, seen_at: now, wants_end: false };
    await db
      .insertInto("broadcast")
      .values({ ...row, arriving: JSON.stringify(nothingYet), ended_at: null, video_id: null })
      .execute();
    running.set(id, newRunning(id, { hash, keyId: key.id }));
    trouble = null;
    log.info({ id, name: key.name }, "a live stream begins");
    return { id, file: fileOf(id) };
  }

  function noteKept(one: Running, arriving: Arriving): void {
    const { at, bytes } = one.measured;
    const now = Date.now();
    Object.assign(one.progress, arriving, { isSending: true });
    if (now - at >= saveMs) {
      if (bytes > 0) one.progress.bitsPerSecond = Math.round(((arriving.bytes - bytes) * 8000) / (now - at));
      one.measured = { at: now, bytes: arriving.bytes };
      save(one);
    }
  }

  function noteGone(one: Running, { how, why }: FromReceiver & { say: "gone" }): void {
    log.info({ id: one.id, how, ...(why && { why }) }, "an encoder is gone");
    lose(one);
    // it said goodbye, or can't go on in the same file
    if (how !== "lost") one.endsAt ??= Date.now();
    endDue();
  }

  function lose(one: Running): void {
    one.lostAt = Date.now();
    Object.assign(one.progress, { isSending: false, bitsPerSecond: null });
    save(one);
  }

  /** While the database is away the recording goes on; only the page does not hear of it. */
  function save({ id, progress }: Running): void {
    const row = { arriving: JSON.stringify(progress), seen_at: clock.now() };
    db.updateTable("broadcast").set(row).where("id", "=", id).where("ended_at", "is", null).execute().catch(onError);
  }

  async function finish(one: Running): Promise<void> {
    const { id, progress } = one;
    one.isFinishing = true;
    try {
      const row = await db.selectFrom("broadcast").selectAll().where("id", "=", id).executeTakeFirst();
      const videoId = row?.video_id ?? (await addRecording(id, row));
      const arriving = JSON.stringify({ ...progress, trouble: null });
      const ended = { ended_at: clock.now(), video_id: videoId, arriving };
      await db.updateTable("broadcast").set(ended).where("id", "=", id).execute();
      await rm(path.join(folder, id), { recursive: true, force: true });
      running.delete(id);
      log.info({ id, videoId }, "a live stream has ended");
    } catch (error) {
      one.isFinishing = false;
      one.endsAt = Date.now() + tryAgainMs;
      if (closing.signal.aborted) return;
      log.error({ err: error, id }, "a live recording could not be added; it is tried again");
      progress.trouble = words.notAdded(error instanceof Refusal ? error.message : words.seeLog);
      save(one);
    }
  }

  /** Null: nothing arrived. */
  async function addRecording(id: string, row: BroadcastTable | undefined): Promise<string | null> {
    const { size } = await stat(fileOf(id)).catch(() => ({ size: 0 }));
    if (size === 0) return null;
    // one whose row is gone, because an older backup was restored, is for an editor to look at
    const { title = words.defaultTitle, hidden = true, started_at = clock.now() } = row ?? {};
    const level = parts.config.levels.above.find((above) => above.id === row?.level)?.id ?? null;
    const added = await takeIn(parts, {
      ...{ file: fileOf(id), name: `${title}.mp4`, place: words.place, memberId: null, mayLink: true, level },
      said: { title, hidden, addDate: started_at },
      signal: closing.signal,
    });
    return added.id;
  }
}

function newRunning(id: string, { hash, keyId }: Pick<Running, "hash" | "keyId">): Running {
  const progress = { ...nothingYet };
  return { id, hash, keyId, progress, lostAt: null, endsAt: null, isFinishing: false, measured: { at: 0, bytes: 0 } };
}
