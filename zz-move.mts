import { mkdtempSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { sql } from "kysely";
import { startPostgres } from "#server/testing/postgres.ts";
import { openDatabase } from "#server/database/open.ts";
import { migrate } from "#server/database/migrate.ts";
const dir = mkdtempSync("/tmp/zz-move-");
{
  await using db = await openDatabase({ file: `${dir}/stagedoor.db` });
  await migrate(db);
  await db.transaction().execute(async (trx) => {
    await sql`insert into video (id, title, title_folded, add_date, state, created_at, changed_at) select substr(lower(hex(randomblob(13))),1,26), 'piece '||n, 'piece '||n, '2020-01-01T00:00:00.000Z', 'published', '2020-01-01T00:00:00.000Z','2020-01-01T00:00:00.000Z' from (with recursive t(n) as (select 1 union all select n+1 from t where n<100000) select n from t)`.execute(trx);
    await sql`insert into recording (video_id, sha256, bytes, name, facts, taken_in_at) select id,id,1000,'a','{}',created_at from video`.execute(trx);
    await sql`insert into asset (video_id, kind, sha256, bytes, facts, made_at) select id,'thumbnail',id,1000,'{}',created_at from video`.execute(trx);
    await sql`insert into change (video_id, at, kind, before, after) select id, created_at,'added','{}','{}' from video`.execute(trx);
  });
}
await using pg = await startPostgres();
const run = (env: Record<string,string>, ...args: string[]) => { const r = spawnSync(process.execPath, ["scripts/archive.ts", "move-database", ...args], { env: { PATH: process.env["PATH"]!, DATA_DIR: dir, ...env }, encoding: "utf8" }); console.log(r.status, r.stdout, r.stderr); };
run({}, "nonsense");
run({}, pg.url);
run({}, pg.url);
spawnSync("mv", [`${dir}/stagedoor.db`, `${dir}/old.db`]);
run({ DATABASE_URL: pg.url }, "sqlite");
rmSync(dir, { recursive: true });
