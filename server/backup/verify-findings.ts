// Problems found by the last comparison of files and rows: kept until a later one finds them solved.
import type { Database } from "#server/database/open.ts";
import { recordEvent } from "#server/history/log.ts";
import { judgeAgain } from "#server/prepare/judge-published.ts";
import type { Finding } from "./verify.ts";

/** Replaces what was known about a video's files. Returns what is new. */
export async function saveFindings(
  db: Database,
  videoId: string,
  { findings, now }: { findings: readonly Finding[]; now: Date },
): Promise<Finding[]> {
  return db.transaction().execute(async (trx) => {
    const known = await trx.deleteFrom("file_finding").where("video_id", "=", videoId).returningAll().execute();
    const before = new Map(known.map((row) => [`${row.problem} ${row.name}`, row.found_at]));
    const fresh = findings.filter(({ problem, name }) => !before.has(`${problem} ${name}`));
    for (const { problem, name } of findings) {
      const found_at = before.get(`${problem} ${name}`) ?? now;
      await trx.insertInto("file_finding").values({ video_id: videoId, name, problem, found_at }).execute();
    }
    for (const { problem, name, title } of fresh) {
      const detail = { problem, name, title };
      await recordEvent(trx, { at: now, kind: "file-damaged", subject: videoId, detail });
    }
    if (findings.some(({ problem }) => problem === "unplayable")) await judgeAgain(trx, videoId);
    return fresh;
  });
}

/** For the studio: everything that is wrong as far as it was looked at, newest first. */
export async function listFindings(db: Database): Promise<(Finding & { foundAt: Date })[]> {
  const rows = await db
    .selectFrom("file_finding")
    .leftJoin("video", "video.id", "file_finding.video_id")
    .select(["file_finding.video_id", "file_finding.name", "file_finding.problem", "file_finding.found_at"])
    .select("video.title")
    .orderBy("file_finding.found_at", "desc")
    .orderBy("file_finding.video_id")
    .execute();
  return rows.map(({ video_id, name, problem, found_at, title }) => ({
    videoId: video_id,
    name,
    problem,
    title,
    foundAt: found_at,
  }));
}
