import { it } from "vitest";
import { sql } from "kysely";
import { openKeeping } from "#server/testing/keeping.ts";
import { databaseKinds } from "#server/testing/databases.ts";
import { isPostgres } from "#server/database/open.ts";
import { changeRetention, describeRetention, previewRetention } from "./retention-rule.ts";
it.each(databaseKinds)("100000 %s", { timeout: 300_000 }, async (kind) => {
  await using keeping = await openKeeping(kind);
  const { db } = keeping.parts;
  const now = keeping.editor().now;
  const seed = await keeping.add();
  const kinds = ["audio.m3u8","audio.m4a","audio.mp4","storyboard","thumbnail","video-source.mp4","waveform","video-480.mp4"];
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const idOf = (n: number) => { let s=""; for (let i=0;i<26;i++){ s = letters[n%26]+s; n=Math.floor(n/26);} return s; };
  for (let from = 0; from < 100000; from += 500) {
    const ids = Array.from({ length: 500 }, (_, i) => idOf(from + i));
    await db.insertInto("video").values(ids.map((id, i) => ({ id, title: id, title_folded: id, add_date: now, state: "published" as const, created_at: new Date(now.getTime() - (from + i) * 600_000), changed_at: now }))).execute();
    await db.insertInto("recording").values(ids.map((id) => ({ video_id: id, sha256: id, bytes: 1e9, name: "x", facts: "{}", taken_in_at: now }))).execute();
    await db.insertInto("asset").values(ids.flatMap((id) => kinds.map((k) => ({ video_id: id, kind: k, sha256: id, bytes: 1e8, facts: "{}", made_at: now })))).execute();
  }
  const time = async (name: string, act: () => Promise<unknown>) => { const t = performance.now(); const r = await act(); console.log(kind, name, Math.round(performance.now() - t), "ms"); return r as any; };
  if (isPostgres(db)) await sql`analyze`.execute(db);
  await time("idle sweep", () => keeping.sweep());
  const rule = { keep_days: 600, cap_bytes: null, keep_audio: false };
  const p = await time("preview", () => previewRetention(db, rule, now));
  await time("change", () => changeRetention(db, keeping.editor(), { rule, revision: 1, confirmedTotal: p.total }));
  keeping.advance(0.9); await keeping.sweep(); keeping.advance(0.2);
  const r = await time("announcing sweep", () => keeping.sweep());
  console.log(r.announced.length, r.warnings);
  await time("describe", () => describeRetention(db, keeping.editor().now));
  await time("sweep with nothing new", () => keeping.sweep());
  void seed;
});
