// Saves what the owner changes in the settings, with an entry in the history that can be undone. Only settings that are not
// secret: the history keeps both values.
import type { Config } from "#server/config.ts";
import type { Trx } from "#server/database/open.ts";
import { recordEvent, type RecordedEvent } from "#server/history/log.ts";
import { readSettingsChange, stillHolds } from "#server/history/undo-rules.ts";
import { decideAgain } from "#server/member/decide-again.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { Refusal } from "#server/refusal.ts";
import { settingNames, settings, type SettingName } from "#server/settings.ts";
import { requireUnused } from "./levels.ts";
import { changeRow } from "./link.ts";
import { saveStored, type NewValues } from "./stored.ts";
import { words } from "./words.ts";

const ofAccess: readonly SettingName[] = ["PATREON_TIER_IDS", "TWITCH_MIN_TIER", "LEVELS"];

/** Returns the change's id, for Undo; null when nothing had to be changed. */
export async function saveChange(parts: Parts, memberId: string, values: NewValues): Promise<string | null> {
  requireOpen(parts, values);
  const config = await parts.settings.preview(values);
  const change = await parts.db.transaction().execute((trx) => store(trx, parts, { memberId, values, config }));
  await makeCount(parts, values);
  return change;
}

interface Planned {
  before: NewValues;
  after: NewValues;
  config: Config;
}

/** Before the transaction that undoes it. Undefined when this entry is not about settings. */
export async function planUndo(parts: Parts, event: RecordedEvent): Promise<Planned | undefined> {
  if (event.kind !== "settings-changed") return undefined;
  const change = readSettingsChange(event.detail);
  if (!change) throw new Refusal("conflict", words.cannotUndo);
  const [before, after] = [keepKnown(change.before), keepKnown(change.after)];
  requireOpen(parts, before);
  return { before, after, config: await parts.settings.preview(before) };
}

export async function undoSettings(
  trx: Trx,
  parts: Parts,
  { memberId, before, after, config }: Planned & { memberId: string },
): Promise<string | null> {
  const now = await readNow(trx, Object.keys(after) as SettingName[]);
  if (!stillHolds(after, now)) throw new Refusal("conflict", words.changedSince);
  await requirePictures(trx, before);
  return store(trx, parts, { memberId, values: before, config });
}

/** After the transaction: it counts here, and on the other servers. */
export async function makeCount(parts: Parts, values: NewValues): Promise<void> {
  await parts.settings.reload();
  if (values.SMALLER_SIZES !== undefined) {
    await addJob(parts.db, { kind: "add-sizes", key: "round", payload: {} });
    parts.wake();
  }
  if (isOfAccess(values)) await checkAgain(parts);
}

export function isOfAccess(values: NewValues): boolean {
  return ofAccess.some((name) => values[name] !== undefined);
}

/** What the owner has just put right is not shown as wrong until tomorrow. */
export async function checkAgain({ db, config, wake }: Parts): Promise<void> {
  if (!config.isSetUp) return;
  await addJob(db, { kind: "check-up", key: "round", payload: {} });
  wake();
}

function requireOpen(parts: Parts, values: NewValues): void {
  for (const name of Object.keys(values) as SettingName[])
    if (parts.settings.isFixed(name)) throw new Refusal("conflict", words.fixed(name));
}

async function store(
  trx: Trx,
  parts: Parts,
  { memberId, values, config }: { memberId: string; values: NewValues; config: Config },
): Promise<string | null> {
  // one change at a time, on every server
  await changeRow(trx, { id: 1 });
  const now = await readNow(trx, Object.keys(values) as SettingName[]);
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => (now[name] ?? "") !== value));
  if (Object.keys(changed).length === 0) return null;
  if (changed.LEVELS !== undefined) await requireUnused(trx, now.LEVELS ?? "", changed.LEVELS);
  await saveStored(trx, parts, changed);
  if (isOfAccess(values)) await decideAgain(trx, config);
  const before = Object.fromEntries(Object.keys(changed).map((name) => [name, now[name] ?? ""]));
  const detail = { before, after: changed };
  return recordEvent(trx, { at: parts.clock.now(), kind: "settings-changed", actorId: memberId, detail });
}

async function readNow(trx: Trx, names: readonly SettingName[]): Promise<Record<string, string>> {
  // PostgreSQL refuses an empty list
  if (names.length === 0) return {};
  const rows = await trx.selectFrom("setting").select(["name", "value"]).where("name", "in", names).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

function keepKnown(values: Record<string, string>): NewValues {
  const known = settingNames.filter((name) => values[name] !== undefined && !settings[name].secret);
  return Object.fromEntries(known.map((name) => [name, values[name]]));
}

/** Pictures that are not shown are deleted after a while. */
async function requirePictures(trx: Trx, values: NewValues): Promise<void> {
  for (const name of ["LOGO", "WELCOME_PICTURE"] as const) {
    const picture = settings[name].parse(values[name] ?? "");
    if (!picture) continue;
    const row = await trx.selectFrom("site_picture").select("id").where("id", "=", picture.id).executeTakeFirst();
    if (!row) throw new Refusal("conflict", words.pictureGone);
  }
}
