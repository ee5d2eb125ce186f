// For every call that changes something: what has to be there, and the request. It is sent once, and ten times at once to another
// such thing; both leave the same behind. A route of the server that is in none of the three lists fails the test.
import { createHmac, randomUUID } from "node:crypto";
import { addVideo } from "#server/library/add.ts";
import { publishVideo } from "#server/library/prepared.ts";
import { jobOf } from "#server/prepare/steps.ts";
import { addJob } from "#server/queue/queue.ts";
import { getSetUpLink } from "#server/setup/link.ts";
import type { TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { createTusClient } from "#server/testing/tus.ts";
import { changeLibrary } from "#server/library/version.ts";

export interface Stage {
  archive: TestArchive;
  owner: Browser;
  editor: Browser;
  /** Somebody whom no other trial knows. */
  arrive(like?: string): Promise<{ browser: Browser; id: string; persona: string }>;
}
export interface Sending {
  by: Browser;
  call: string;
  body?: unknown;
  headers?: Record<string, string>;
}
type Scenario = (stage: Stage) => Promise<Sending>;

const day = 86_400_000;
const inDays = ({ archive }: Stage, days: number) =>
  new Date(archive.parts.clock.now().getTime() + days * day).toISOString();

async function addRecording({ archive }: Stage): Promise<{ id: string; revision: number }> {
  const { db, clock } = archive.parts;
  const now = clock.now();
  return changeLibrary(db, async (trx) => {
    const id = await addVideo(trx, { title: `Once ${randomUUID()}`, addDate: now, memberId: null }, now);
    await publishVideo(trx, id, now);
    return trx.selectFrom("video").select(["id", "revision"]).where("id", "=", id).executeTakeFirstOrThrow();
  });
}

async function ask<T>(by: Browser, call: string, body?: unknown): Promise<T> {
  const answer = await by.ask<T>(call, body);
  if (answer.status >= 300) throw new Error(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function trashed(stage: Stage): Promise<string> {
  const { id } = await addRecording(stage);
  await ask(stage.editor, `POST /api/video/v/${id}/trash`);
  return id;
}

async function invited(stage: Stage, uses = 50): Promise<{ key: string; id: string }> {
  const wish = { guest_until: null, link_until: inDays(stage, 7), most_uses: uses, note: "" };
  const made = await ask<{ link: string; invitation: { id: string } }>(stage.owner, "POST /api/invitations", wish);
  return { key: made.link.split("#")[1] ?? "", id: made.invitation.id };
}

async function guest(stage: Stage) {
  const { key } = await invited(stage);
  const person = await stage.arrive("patron-bronze");
  await ask(person.browser, "POST /api/invitation/accept", { key });
  const { db } = stage.archive.parts;
  const row = await db.selectFrom("guest").select("id").where("member_id", "=", person.id).executeTakeFirstOrThrow();
  return { ...person, guestId: row.id };
}

async function madeList(stage: Stage) {
  const { browser } = await stage.arrive();
  const { list } = await ask<{ list: { id: string } }>(browser, "POST /api/lists", { title: "Mine" });
  return { browser, id: list.id };
}

async function madeCollection(stage: Stage): Promise<{ id: string; revision: number }> {
  const { id: video } = await addRecording(stage);
  const made = await ask<{ collection: { id: string; revision: number } }>(stage.editor, "POST /api/collections", {
    title: `Backend ${randomUUID()}`,
    videos: [video],
  });
  return made.collection;
}

async function madeSong(stage: Stage): Promise<{ id: string; revision: number; title: string }> {
  const { id } = await addRecording(stage);
  const title = `Song ${randomUUID()}`;
  const blank = { part: null, talk: null, start: 0, end: null, guest: null, note: null, segue: false, debut: false };
  const song = { id: null, title, is_cover: false, artist: null };
  await ask(stage.editor, `PUT /api/video/v/${id}/set-list`, {
    set_list: { revision: 0, entries: [{ ...blank, id: null, songs: [song] }] },
  });
  const { db } = stage.archive.parts;
  return db.selectFrom("song").select(["id", "revision", "title"]).where("title", "=", title).executeTakeFirstOrThrow();
}

/** By an editor who has no other: three at a time are allowed. */
async function begunUpload({ archive, owner, arrive }: Stage): Promise<{ by: Browser; address: string }> {
  const { browser: by, id } = await arrive();
  await ask(owner, `PUT /api/members/${id}`, { role: "editor" });
  return { by, address: await createTusClient(archive.url, by).begin(5) };
}

/** One that editors see; it is not due while the test runs. */
const visible = "verify-files";

async function failedJob({ archive }: Stage): Promise<number> {
  const { db } = archive.parts;
  const { id } = await addJob(db, { kind: visible, key: randomUUID(), payload: null, delayMs: day });
  await db.updateTable("job").set({ state: "quarantined" }).where("id", "=", id).execute();
  return id;
}

/** Of the archive whose set-up has begun. */
async function settingUp({ archive }: Stage): Promise<Browser> {
  const browser = archive.openBrowser();
  const [, key = ""] = (await getSetUpLink(archive.parts)).split("#");
  await ask(browser, "POST /api/setup/session", { key });
  return browser;
}
const patreonClient = { client_id: "stand-in-patreon-client-id", client_secret: "stand-in-patreon-client-secret" };
const tiers = { campaign_id: "4410221", tier_ids: ["20550102"] };

async function redirectOf(by: Browser, provider: string, persona: string): Promise<string> {
  await ask(by, "PUT /api/setup/provider/patreon", patreonClient);
  const { authorize_url } = await ask<{ authorize_url: string }>(
    by,
    `POST /api/setup/provider/${provider}/connect`,
    {},
  );
  const response = await fetch(`${authorize_url}&persona=${persona}`, { redirect: "manual" });
  return response.headers.get("location") ?? "";
}

async function connected(stage: Stage): Promise<Browser> {
  const by = await settingUp(stage);
  await by.visit(await redirectOf(by, "patreon", "patron-owner"));
  return by;
}

/** Ten times at once is as good as once. */
export const once: Record<string, Scenario> = {
  "POST /api/user/logout": async ({ arrive }) => ({ by: (await arrive()).browser, call: "POST /api/user/logout" }),
  "POST /api/user/check": async ({ arrive }) => ({ by: (await arrive()).browser, call: "POST /api/user/check" }),
  "DELETE /api/user": async ({ arrive }) => ({ by: (await arrive()).browser, call: "DELETE /api/user" }),
  "DELETE /api/user/sessions/:id": async ({ arrive, archive }) => {
    const { browser, persona } = await arrive();
    await archive.openBrowser().signIn(persona);
    const { sessions } = await ask<{ sessions: { id: string; is_this: boolean }[] }>(browser, "GET /api/user/sessions");
    return { by: browser, call: `DELETE /api/user/sessions/${sessions.find((one) => !one.is_this)?.id}` };
  },
  "DELETE /api/user/identities/:provider": async ({ arrive, archive }) => {
    const { browser, persona } = await arrive();
    const twitch = persona.replace("patron-gold", "twitch-never");
    await archive.control(`PUT personas/${twitch}`, { like: "twitch-never" });
    await browser.signIn(twitch);
    return { by: browser, call: "DELETE /api/user/identities/twitch" };
  },
  "PUT /api/user/positions/:id": async (stage) => {
    const { id } = await addRecording(stage);
    const at = stage.archive.parts.clock.now().toISOString();
    const heard = [{ id: "a-listening-of-once", kind: "audio", day: at.slice(0, 10), before: 0, spans: [[0, 20]] }];
    return {
      by: (await stage.arrive()).browser,
      call: `PUT /api/user/positions/${id}`,
      body: { seconds: 1, at, heard },
    };
  },
  "PUT /api/user/heard": async ({ arrive }) => ({
    ...{ by: (await arrive()).browser, call: "PUT /api/user/heard", body: { keeps: false } },
  }),
  "DELETE /api/user/heard": async ({ arrive }) => ({ by: (await arrive()).browser, call: "DELETE /api/user/heard" }),
  "DELETE /api/user/heard/:day/:id": async (stage) => {
    const { id } = await addRecording(stage);
    return { by: (await stage.arrive()).browser, call: `DELETE /api/user/heard/2026-01-02/${id}` };
  },
  "PUT /api/user/notices": async ({ arrive }) => ({
    ...{ by: (await arrive()).browser, call: "PUT /api/user/notices" },
    body: { mail: "nothing", push: "nothing", quiet: null, time_zone: "UTC" },
  }),
  "DELETE /api/user/queue": async ({ arrive }) => ({ by: (await arrive()).browser, call: "DELETE /api/user/queue" }),
  "PUT /api/lists/:id": async (stage) => {
    const { browser: by, id } = await madeList(stage);
    return { by, call: `PUT /api/lists/${id}`, body: { title: "Other" } };
  },
  "DELETE /api/lists/:id": async (stage) => {
    const { browser: by, id } = await madeList(stage);
    return { by, call: `DELETE /api/lists/${id}` };
  },
  "POST /api/lists/:id/entries": async (stage) => {
    const { browser: by, id } = await madeList(stage);
    const { id: video_id } = await addRecording(stage);
    return { by, call: `POST /api/lists/${id}/entries`, body: { add: [{ video_id, performance_id: null }] } };
  },
  "POST /api/video/v/:id/smaller-sizes": async (stage) => ({
    ...{
      by: (await stage.arrive()).browser,
      call: `POST /api/video/v/${(await addRecording(stage)).id}/smaller-sizes`,
    },
  }),
  "PUT /api/video/v/:id": async (stage) => {
    const { id, revision } = await addRecording(stage);
    return { by: stage.editor, call: `PUT /api/video/v/${id}`, body: { video: { title: "Changed", revision } } };
  },
  "PUT /api/video/v/:id/hidden": async (stage) => {
    const { id } = await addRecording(stage);
    return { by: stage.editor, call: `PUT /api/video/v/${id}/hidden`, body: { hidden: true } };
  },
  "PUT /api/video/v/:id/set-list": async (stage) => {
    const { id } = await addRecording(stage);
    const entry = { id: null, songs: [], part: "Encore", talk: "Hello", start: 0, end: null };
    const entries = [{ ...entry, guest: null, note: null, segue: false, debut: false }];
    return { by: stage.editor, call: `PUT /api/video/v/${id}/set-list`, body: { set_list: { revision: 0, entries } } };
  },
  "PUT /api/songs/v/:id": async (stage) => {
    const { id, revision, title } = await madeSong(stage);
    const more = { is_cover: true, artist: "Somebody", other_names: [], notes: "", lyrics_url: null };
    return { by: stage.editor, call: `PUT /api/songs/v/${id}`, body: { song: { revision, title, ...more } } };
  },
  "POST /api/songs/v/:id/merge": async (stage) => {
    const [one, other] = [await madeSong(stage), await madeSong(stage)];
    return { by: stage.editor, call: `POST /api/songs/v/${one.id}/merge`, body: { into: other.id } };
  },
  "POST /api/video/many": async (stage) => {
    const { id } = await addRecording(stage);
    return { by: stage.editor, call: "POST /api/video/many", body: { changes: [{ id, prevent_autodelete: true }] } };
  },
  "POST /api/video/v/:id/trash": async (stage) => ({
    ...{ by: stage.editor, call: `POST /api/video/v/${(await addRecording(stage)).id}/trash` },
  }),
  "POST /api/video/trash": async (stage) => {
    const { id } = await addRecording(stage);
    return { by: stage.editor, call: "POST /api/video/trash", body: { ids: [id], trashed: true } };
  },
  "POST /api/video/v/:id/restore": async (stage) => ({
    ...{ by: stage.editor, call: `POST /api/video/v/${await trashed(stage)}/restore` },
  }),
  "DELETE /api/video/v/:id": async (stage) => ({
    by: stage.owner,
    call: `DELETE /api/video/v/${await trashed(stage)}`,
  }),
  "POST /api/studio/inbox/edits": async (stage) => {
    const { id, revision } = await addRecording(stage);
    const edits = [{ id, revision, title: "Changed" }];
    return { by: stage.editor, call: "POST /api/studio/inbox/edits", body: { edits } };
  },
  "POST /api/studio/inbox/done": async (stage) => {
    const { id } = await addRecording(stage);
    return { by: stage.editor, call: "POST /api/studio/inbox/done", body: { ids: [id], publish: true } };
  },
  "PUT /api/studio/live/keys/:id": async (stage) => ({
    ...{
      by: stage.editor,
      call: `PUT /api/studio/live/keys/${await keyed(stage)}`,
      body: { ...streamKey, title: "New" },
    },
  }),
  "DELETE /api/studio/live/keys/:id": async (stage) => ({
    ...{ by: stage.editor, call: `DELETE /api/studio/live/keys/${await keyed(stage)}` },
  }),
  "POST /api/history/undo": async (stage) => {
    const { id } = await addRecording(stage);
    const call = `PUT /api/video/v/${id}/hidden`;
    const { change } = await ask<{ change: string }>(stage.editor, call, { hidden: true });
    return { by: stage.editor, call: "POST /api/history/undo", body: { changes: [change] } };
  },
  "POST /api/invitation/accept": async (stage) => {
    const { key } = await invited(stage);
    const { browser: by } = await stage.arrive("patron-bronze");
    return { by, call: "POST /api/invitation/accept", body: { key } };
  },
  "DELETE /api/invitations/:id": async (stage) => ({
    ...{ by: stage.owner, call: `DELETE /api/invitations/${(await invited(stage)).id}` },
  }),
  "POST /api/guests": async (stage) => {
    const account = String(Math.floor(Math.random() * 1e12));
    return { by: stage.owner, call: "POST /api/guests", body: { provider: "patreon", account, until: null, note: "" } };
  },
  "PUT /api/guests/:id": async (stage) => ({
    ...{ by: stage.owner, call: `PUT /api/guests/${(await guest(stage)).guestId}`, body: { ended: true } },
  }),
  "PUT /api/members/:id": async ({ arrive, owner: by }) => ({
    ...{ by, call: `PUT /api/members/${(await arrive()).id}`, body: { role: "editor" } },
  }),
  "DELETE /api/members/:id": async ({ arrive, owner: by }) => ({
    by,
    call: `DELETE /api/members/${(await arrive()).id}`,
  }),
  "DELETE /api/members/:id/sessions": async ({ arrive, owner: by }) => ({
    ...{ by, call: `DELETE /api/members/${(await arrive()).id}/sessions` },
  }),
  "DELETE /api/members/:id/feed": async ({ arrive, owner: by }) => {
    const { browser, id } = await arrive();
    await ask(browser, "POST /api/user/feed", {});
    return { by, call: `DELETE /api/members/${id}/feed` };
  },
  "PUT /api/collections": async (stage) => {
    await madeCollection(stage);
    await madeCollection(stage);
    const { db } = stage.archive.parts;
    const rows = await db
      .selectFrom("collection")
      .select("id")
      .where("deleted_at", "is", null)
      .orderBy("place")
      .execute();
    return { by: stage.editor, call: "PUT /api/collections", body: { ids: rows.map(({ id }) => id).toReversed() } };
  },
  "PUT /api/collections/:id": async (stage) => {
    const { id, revision } = await madeCollection(stage);
    return { by: stage.editor, call: `PUT /api/collections/${id}`, body: { revision, title: "Changed" } };
  },
  "DELETE /api/collections/:id": async (stage) => ({
    ...{ by: stage.editor, call: `DELETE /api/collections/${(await madeCollection(stage)).id}` },
  }),
  "PUT /api/upload/:id": async (stage) => {
    const { by, address } = await begunUpload(stage);
    return { by, call: `PUT ${address}`, body: { date: "2026-01-02" } };
  },
  "PATCH /api/upload/:id": async (stage) => {
    const { by, address } = await begunUpload(stage);
    const headers = {
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
    };
    return { by, call: `PATCH ${address}`, body: Buffer.from("abc"), headers };
  },
  "DELETE /api/upload/:id": async (stage) => {
    const { by, address } = await begunUpload(stage);
    return { by, call: `DELETE ${address}`, headers: { "tus-resumable": "1.0.0" } };
  },
  "DELETE /api/studio/uploads/:id": async (stage) => {
    const { by, address } = await begunUpload(stage);
    return { by, call: `DELETE /api/studio/uploads/${address.split("/").at(-1)}` };
  },
  "POST /api/studio/work/:id/retry": async (stage) => ({
    ...{ by: stage.editor, call: `POST /api/studio/work/${await failedJob(stage)}/retry` },
  }),
  "POST /api/studio/work/:id/cancel": async (stage) => {
    const { id: videoId } = await addRecording(stage);
    const job = { kind: jobOf("first"), key: videoId, payload: { videoId }, delayMs: day };
    const { id } = await addJob(stage.archive.parts.db, job);
    return { by: stage.editor, call: `POST /api/studio/work/${id}/cancel` };
  },
  "PUT /api/retention": async ({ owner: by }) => {
    const { revision, rule } = await ask<{ revision: number; rule: { keep_days: number | null } }>(
      by,
      "GET /api/retention",
    );
    const changed = { ...rule, keep_days: (rule.keep_days ?? 10_000) + 1 };
    const { total } = await ask<{ total: number }>(by, "POST /api/retention/preview", { rule: changed });
    return { by, call: "PUT /api/retention", body: { rule: changed, revision, confirmed_total: total } };
  },
  "PUT /api/settings": async ({ owner: by }) => {
    const name = () => `Archive ${Math.floor(Math.random() * 1e9)}`;
    await ask(by, "PUT /api/settings", { name: name() });
    return { by, call: "PUT /api/settings", body: { name: name() } };
  },
  "POST /api/check-up": async ({ owner: by }) => ({ by, call: "POST /api/check-up", body: {} }),
  "POST /api/webhooks/twitch": async ({ archive, arrive }) => {
    const { browser: by } = await arrive();
    const secret = archive.config.twitch?.eventSubSecret ?? "";
    const [id, at] = [randomUUID(), archive.parts.clock.now().toISOString()];
    const text = JSON.stringify({
      subscription: { type: "channel.subscribe" },
      event: { user_id: "1", broadcaster_user_id: archive.config.twitch?.broadcasterId },
    });
    const signature = `sha256=${createHmac("sha256", secret).update(`${id}${at}${text}`).digest("hex")}`;
    const headers = {
      ...{ "twitch-eventsub-message-id": id, "twitch-eventsub-message-timestamp": at },
      ...{ "twitch-eventsub-message-signature": signature, "twitch-eventsub-message-type": "notification" },
      ...{ "twitch-eventsub-subscription-type": "channel.subscribe", "content-type": "application/json" },
    };
    return { by, call: "POST /api/webhooks/twitch", body: Buffer.from(text), headers };
  },
  "POST /api/webhooks/patreon": async ({ archive, arrive }) => {
    const { browser: by } = await arrive();
    const text = JSON.stringify({ data: { id: randomUUID(), type: "member", relationships: {} } });
    const secret = archive.config.patreon?.webhookSecret ?? "";
    const signature = createHmac("md5", secret).update(text).digest("hex");
    const headers = { "x-patreon-event": "members:update", "x-patreon-signature": signature };
    return {
      by,
      call: "POST /api/webhooks/patreon",
      body: Buffer.from(text),
      headers: { ...headers, "content-type": "application/json" },
    };
  },
};

/** In an archive of its own each time, because each of these can only be done once in its life. */
export const onceInAnArchive: Record<string, Scenario> = {
  "POST /api/setup/session": async ({ archive }) => {
    const [, key = ""] = (await getSetUpLink(archive.parts)).split("#");
    return { by: archive.openBrowser(), call: "POST /api/setup/session", body: { key } };
  },
  "PUT /api/setup/archive": async (stage) => {
    const body = { name: "Mine", address: stage.archive.url };
    return { by: await settingUp(stage), call: "PUT /api/setup/archive", body };
  },
  "PUT /api/setup/provider/:provider": async (stage) => ({
    ...{ by: await settingUp(stage), call: "PUT /api/setup/provider/patreon", body: patreonClient },
  }),
  "DELETE /api/setup/provider/:provider": async (stage) => ({
    ...{ by: await connected(stage), call: "DELETE /api/setup/provider/patreon" },
  }),
  "POST /api/setup/provider/:provider/connect": async (stage) => {
    const by = await connected(stage);
    return { by, call: "POST /api/setup/provider/patreon/connect", body: {} };
  },
  "PUT /api/setup/tiers/patreon": async (stage) => ({
    ...{ by: await connected(stage), call: "PUT /api/setup/tiers/patreon", body: tiers },
  }),
  "POST /api/setup/open": async (stage) => {
    const by = await connected(stage);
    await ask(by, "PUT /api/setup/tiers/patreon", tiers);
    return { by, call: "POST /api/setup/open", body: { trash_demo: false } };
  },
  "GET /api/auth/patreon/redirect": async (stage) => {
    const by = await settingUp(stage);
    const address = await redirectOf(by, "patreon", "patron-owner");
    return { by, call: `GET ${address.replace(stage.archive.url, "")}` };
  },
};

const streamKey = { name: "OBS", title: "", level: null, hidden: false };

async function keyed(stage: Stage): Promise<string> {
  const made = await ask<{ entry: { id: string } }>(stage.editor, "POST /api/studio/live/keys", streamKey);
  return made.entry.id;
}

/** Each request makes another one: so ten make ten. */
export const each: Record<string, Scenario> = {
  "POST /api/lists": async ({ arrive }) => ({
    ...{ by: (await arrive()).browser, call: "POST /api/lists", body: { title: "Mine" } },
  }),
  "POST /api/auth/csrf-token": async ({ archive }) => ({
    ...{ by: archive.openBrowser(), call: "POST /api/auth/csrf-token", body: { return_path: "/" } },
  }),
  "POST /api/invitations": async (stage) => ({
    ...{ by: stage.owner, call: "POST /api/invitations" },
    body: { guest_until: null, link_until: inDays(stage, 7), most_uses: 1, note: "" },
  }),
  "POST /api/collections": async (stage) => ({
    ...{ by: stage.editor, call: "POST /api/collections", body: { title: "Shelf" } },
  }),
  "POST /api/studio/live/keys": async (stage) => ({
    ...{ by: stage.editor, call: "POST /api/studio/live/keys", body: streamKey },
  }),
};

/** Why nothing is tried here. */
export const others: Record<string, string> = {
  "POST /api/user/saved": "changes nothing",
  "POST /api/video/many/preview": "changes nothing",
  "POST /api/video/v/:id/set-list/read": "changes nothing",
  "POST /api/video/v/:id/set-list/twitch": "changes nothing",
  "POST /api/retention/preview": "changes nothing",
  "POST /api/upload/guess": "changes nothing",
  "POST /api/upload/:id": "answers nobody: a POST counts as another method only with a header that says so",
  "POST /api/invitation": "changes nothing",
  "POST /api/csp-report": "is only counted and logged",
  "POST /api/notices/test": "sends a notice each time, which is what the button is for",
  "POST /api/moment/:token/play": "counts a play each time",
  "GET /api/auth/twitch/redirect": "is the same code as Patreon's, above",
  "PUT /api/setup/tiers/twitch": "writes the same into the same row; Patreon's is above",
  "POST /api/user/feed": "makes a new address each time; the last one is the one that works",
  "POST /api/upload": "more than three at a time are refused; server/http/routes/upload has its tests",
  "POST /api/studio/live/keys/:id/reset": "makes a new key each time; the last one is the one that works",
  "POST /api/studio/live/:id/end": "sets one mark: server/live/live.test.ts",
  "POST /api/user/queue": "replaces the queue each time: server/http/routes/lists/lists.test.ts",
  "PUT /api/user/queue": "has a revision: server/http/routes/lists/lists.test.ts",
  "PUT /api/user/notices/push": "needs a push service: server/notices/notices.test.ts",
  "POST /api/notices/stop/:key": "sets one choice: server/notices/notices.test.ts",
  "PUT /api/notices/settings": "writes the same rows as PUT /api/settings",
  "PUT /api/settings/look": "writes the same rows as PUT /api/settings",
  "PUT /api/settings/picture/:kind": "writes the same rows as PUT /api/settings",
  "DELETE /api/settings/picture/:kind": "writes the same rows as PUT /api/settings",
  "PUT /api/settings/backups": "writes the same rows as PUT /api/settings",
  "POST /api/settings/backups/key": "is shown once: server/setup/backups.test.ts",
  "POST /api/settings/backups/run": "adds a job with a key: server/setup/backups.test.ts",
  "POST /api/settings/webhook": "sets one state at Patreon",
  "PUT /api/settings/connections/:provider": "is the same code as in set-up, above",
  "DELETE /api/settings/connections/:provider": "is the same code as in set-up, above",
  "POST /api/settings/connections/:provider/connect": "is the same code as in set-up, above",
  "PUT /api/settings/connections/patreon/tiers": "is held as opening the archive is: server/setup/connections.test.ts",
  "PUT /api/settings/connections/twitch/tiers": "is held as opening the archive is: server/setup/connections.test.ts",
  "POST /api/check-up/key-copy": "sets one time",
  "PUT /api/video/v/:id/captions/:slot": "needs a prepared recording: server/http/routes/extras/extras.test.ts",
  "DELETE /api/video/v/:id/captions/:slot": "needs a prepared recording: server/http/routes/extras/extras.test.ts",
  "PUT /api/video/v/:id/thumbnail": "needs a prepared recording: server/http/routes/extras/extras.test.ts",
  "DELETE /api/video/v/:id/thumbnail": "needs a prepared recording: server/http/routes/extras/extras.test.ts",
  "PUT /api/collections/:id/picture": "needs a picture: server/http/routes/collections/collections.test.ts",
  "DELETE /api/collections/:id/picture": "needs a picture: server/http/routes/collections/collections.test.ts",
  "POST /api/video/v/:id/borders": "adds a job with a key, for a prepared recording",
  "POST /api/video/v/:id/prepare": "adds jobs with keys, for a failed recording",
  "POST /api/video/v/:id/moments": "needs a prepared recording; each makes a link, as invitations do",
  "DELETE /api/screen/:token": "needs a prepared recording; deletes one row",
  "DELETE /api/moments/:id": "needs a prepared recording; sets one time",
  "POST /api/video/v/:id/screen": "needs a prepared recording; the last one made is the one that works",
};
