// The recovery sheet: all that a restore on a new machine needs, except the access key of the bucket. Made for paper.
import type { BackupKey, Backups } from "#contract/backups.ts";
import { useSite } from "#web/session.ts";
import { formatDay } from "#web/studio/format.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./sheet.module.css";
import { words } from "./words.ts";

interface Props {
  backupKey: BackupKey;
  madeAt: string;
  bucket: Backups["bucket"];
  hide: () => void;
}

export function RecoverySheet({ backupKey, madeAt, bucket, hide }: Props) {
  const { site } = useSite();
  const { name, prefix, endpoint } = bucket;
  const place = name.value && `s3://${name.value}${prefix.value && `/${prefix.value.replace(/\/$/, "")}`}`;
  const command = [
    `stagedoor restore --from ${place || "s3://…"} --key FILE`,
    ...(endpoint.value ? [`--endpoint ${endpoint.value}`] : []),
  ].join(" ");
  const lines = [
    [words.sheet.identity, backupKey.identity],
    [words.sheet.fingerprint, backupKey.fingerprint],
    [words.sheet.recipient, backupKey.recipient],
    [words.sheet.place, place || words.sheet.noPlace],
    [words.sheet.made, formatDay(madeAt)],
  ] as const;
  return (
    <article className={css.sheet} aria-label={words.sheet.title(site?.name ?? "")}>
      <h3>{words.sheet.title(site?.name ?? "")}</h3>
      <p className={css.lead}>{words.sheet.lead}</p>
      <dl className={css.lines}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css.lead}>{words.sheet.how}</p>
      <code className={css.command}>{command}</code>
      <div className={css.acts}>
        <Button look="lamp" onClick={() => window.print()}>
          {words.sheet.print}
        </Button>
        <Button look="quiet" onClick={hide}>
          {words.sheet.hide}
        </Button>
      </div>
    </article>
  );
}
