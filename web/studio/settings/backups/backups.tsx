// Studio > Settings > Backups: how the last one went, when and where they are made, and the key they are encrypted for.
import { useQuery } from "@tanstack/react-query";
import type { Backups } from "#contract/backups.ts";
import { sayAgo } from "#web/ago.ts";
import { formatBytes, sayCount } from "#web/studio/format.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { BackupKeyPart } from "./key.tsx";
import { backupsQuery, useRunBackup } from "./queries.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { Part } from "#web/studio/settings/part.tsx";
import { words } from "./words.ts";

export function BackupSettings() {
  const backups = useQuery(backupsQuery);
  return (
    <Loaded query={backups} what={words.what}>
      {(data) => (
        <Part title={words.title}>
          <LastBackup backups={data} />
          <ScheduleForm backups={data} />
          <BackupKeyPart backups={data} />
        </Part>
      )}
    </Loaded>
  );
}

function LastBackup({ backups: { last, last_good: good, gap } }: { backups: Backups }) {
  const run = useRunBackup();
  const isRunning = last?.state === "running";
  return (
    <>
      {last && (last.state === "failed" || last.state === "incomplete") && (
        <Notice kind="error" title={last.state === "failed" ? words.failed : words.incomplete}>
          <p>{last.sentence ?? words.stopped}</p>
        </Notice>
      )}
      {gap !== null && (
        <p className={rows.lead}>
          <strong>{words.gap}:</strong> {gap}
        </p>
      )}
      <div>
        <p className={rows.lead}>
          {good?.ended_at ? words.lastGood(sayAgo(new Date(good.ended_at)), good.place ?? "") : words.noneYet}
        </p>
        {good && (
          <p className={rows.quiet}>
            {words.details(
              sayCount(good.files, "file"),
              formatBytes(good.bytes),
              formatBytes(good.sent_bytes),
              formatBytes(good.checked_bytes),
            )}
          </p>
        )}
        {good?.sentence && <p className={rows.quiet}>{good.sentence}</p>}
        {isRunning && <p className={rows.quiet}>{words.running}</p>}
      </div>
      {gap === null && (
        <div>
          <Button busy={run.isPending || isRunning} onClick={() => run.mutate()}>
            {words.runNow}
          </Button>
        </div>
      )}
    </>
  );
}
