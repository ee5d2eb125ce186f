// "Open the archive": everything is asked once more, then all settings count at once, or none of them.
import type { Parts } from "#server/parts.ts";
import { recordEvent } from "#server/history/log.ts";
import { saveCreatorTokens } from "#server/member/granted/creator-token.ts";
import { forgetEveryone } from "#server/member/unsettled.ts";
import { whileHeld } from "#server/queue/hold.ts";
import { addJob } from "#server/queue/queue.ts";
import { Refusal } from "#server/refusal.ts";
import { readAnswers, type Answers } from "./answers.ts";
import { trashDemoRecordings } from "./demo.ts";
import { finishSetUp, requireUnfinished } from "./link.ts";
import { nameOf } from "./provider-facts.ts";
import { readPatreonValues, readTwitchValues } from "./provider-values.ts";
import { isPatreonReady, isTwitchReady } from "./steps.ts";
import { saveStored, type NewValues } from "./stored.ts";
import { words } from "./words.ts";

const firstCheckUpMs = 30_000;

export async function openArchive(parts: Parts, wish: { trashesDemo: boolean }): Promise<void> {
  // on every server: each attempt makes a webhook at Patreon, and only one may stay
  const held = await whileHeld(parts.db, { kind: "open-archive", key: "set-up" }, () => openNow(parts, wish));
  if (!held) throw new Refusal("conflict", words.beingOpened);
}

async function openNow(parts: Parts, { trashesDemo }: { trashesDemo: boolean }): Promise<void> {
  const { db, clock, config } = parts;
  // the one before may have just finished
  await requireUnfinished(db);
  const answers = await readAnswers(parts);
  requireReady(answers);
  const twitch = answers.twitch ? await readTwitchValues(parts, answers.twitch) : {};
  await using undo = new AsyncDisposableStack();
  const patreon = answers.patreon ? await readPatreonValues(parts, answers, undo) : {};
  const values = { ...describeArchive(answers), ...twitch, ...patreon };
  await parts.settings.preview(values);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await finishSetUp(trx, now);
    await saveStored(trx, parts, values);
    if (trashesDemo) await trashDemoRecordings(trx, now);
    // the simulated people have ids that belong to others at the real providers
    if (config.demo) await forgetEveryone(trx);
    await recordEvent(trx, { at: now, kind: "set-up", detail: { settings: Object.keys(values) } });
  });
  undo.move();
  await parts.settings.reload();
  const tokens = answers.patreon?.tokens;
  if (tokens) await saveCreatorTokens(parts, { ...tokens, expiresAt: readDate(tokens.expiresAt) });
  if (answers.twitch) await addJob(db, { kind: "subscribe-to-twitch", key: "set-up", payload: {} });
  // once Twitch has answered
  await addJob(db, { kind: "check-up", key: "round", payload: {}, delayMs: firstCheckUpMs });
  parts.wake();
}

function readDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}

function requireReady(answers: Answers): void {
  if (!answers.patreon && !answers.twitch) throw new Refusal("conflict", words.noProvider);
  if (answers.patreon && !answers.patreon.person) throw new Refusal("conflict", words.connectFirst(nameOf.patreon));
  if (answers.twitch && !answers.twitch.person) throw new Refusal("conflict", words.connectFirst(nameOf.twitch));
  const isReady = (!answers.patreon || isPatreonReady(answers)) && (!answers.twitch || isTwitchReady(answers));
  if (!isReady) throw new Refusal("conflict", words.tiersFirst);
}

/** The person who connected is the owner. */
function describeArchive({ name, address, timeZone, patreon, twitch }: Answers): NewValues {
  const owners = [
    ...(patreon?.person ? [`patreon:${patreon.person.id}`] : []),
    ...(twitch?.person ? [`twitch:${twitch.person.id}`] : []),
  ];
  return {
    ...(name && { ARCHIVE_NAME: name }),
    ...(address && { PUBLIC_URL: address }),
    ...(timeZone && { TIME_ZONE: timeZone }),
    OWNERS: owners.join(","),
  };
}
