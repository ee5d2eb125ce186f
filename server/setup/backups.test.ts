// Studio > Settings > Backups, through the API: the key is shown once, a bucket is tried, and a backup is made by the queue.
import { expect, it } from "vitest";
import { sql } from "kysely";
import type { BackupKey, Backups } from "#contract/backups.ts";
import type { Problem } from "#contract/problem.ts";
import { tables } from "#server/backup/backup-rows.ts";
import { readKeyFile } from "#server/backup/offsite/age.ts";
import { openVault } from "#server/media/store/vault.ts";
import { verifyBucket } from "#server/backup/offsite/verify-bucket.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { createTestBucket } from "#server/testing/s3.ts";

it("the owner makes a key, connects a bucket and makes a backup, which that key opens", async () => {
  const lines: string[] = [];
  await using archive = await openTestArchive({
    kind: "sqlite",
    env: { LOG_LEVEL: "debug", BACKUP_S3_REGION: "us-east-1" },
    logTo: { write: (line) => void lines.push(line) },
  });
  const owner = createBrowser(archive.url);
  await owner.signIn("patron-owner");
  const bucket = await createTestBucket();
  const start = (await owner.ask<Backups>("GET /api/settings/backups")).body;
  expect(start).toMatchObject({ hour: { value: null }, key: null, last: null, bucket: { region: { is_fixed: true } } });

  const made = await owner.ask<{ key: BackupKey }>("POST /api/settings/backups/key", { replace: false });
  const { identity, fingerprint } = made.body.key;
  const again = await owner.ask<Problem>("POST /api/settings/backups/key", { replace: false });
  expect([again.status, again.body.detail.includes(fingerprint)]).toEqual([409, true]);

  const place = { name: bucket.name, endpoint: bucket.endpoint ?? "", prefix: "kept" };
  const access = { access_key_id: bucket.accessKeyId, secret_access_key: bucket.secretAccessKey };
  const change = { hour: 4, target: "bucket", ...place, ...access };
  const save = (body: object) => owner.ask<Problem & { backups: Backups }>("PUT /api/settings/backups", body);
  const wrong = await save({ ...change, secret_access_key: "wrong" });
  expect([wrong.status, wrong.body.detail]).toEqual([409, expect.stringContaining("the secret key is wrong")]);
  const missing = await save({ ...change, name: "not-there" });
  expect([missing.status, missing.body.detail]).toEqual([409, expect.stringContaining("no bucket with this name")]);
  expect((await save({ ...change, endpoint: "nonsense" })).status).toBe(400);
  const { status, body } = await save(change);
  expect(status).toBe(200);
  expect(body.backups).toMatchObject({ hour: { value: 4 }, gap: null, bucket: { has_secret: true } });
  expect(JSON.stringify(body)).not.toContain(bucket.secretAccessKey);

  expect((await owner.ask("POST /api/settings/backups/run", {})).status).toBe(200);
  const read = async () => (await owner.ask<Backups>("GET /api/settings/backups")).body;
  await expect.poll(async () => (await read()).last_good?.state).toBe("good");
  expect((await read()).last_good?.place).toContain(`s3://${bucket.name}/kept`);
  await using vault = await openVault({ ...bucket, prefix: "kept/" });
  expect((await verifyBucket({ vault, key: await readKeyFile(identity) })).sentences).toEqual([]);

  // the private key is nowhere on the server
  const { db } = archive.parts;
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    expect(JSON.stringify(rows)).not.toContain(identity);
  }
  expect(lines.join("")).not.toContain(identity);
});
