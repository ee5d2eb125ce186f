// Studio > Settings > Backups: how the last one went, when and where they are made, and the key they are encrypted for.
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Backups, BackupKey } from "#contract/backups.ts";
import { sayAgo } from "#web/ago.ts";
import { formatBytes, sayCount, formatDay } from "#web/studio/format.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { Select } from "#web/studio/settings/fields.tsx";
import { type Draft, Part, Sheet, useDraft } from "#web/studio/settings/sheet.tsx";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { fieldWords } from "#web/ui/dialog/words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { backupsQuery, useBackupsChange, useRunBackup, useMakeKey } from "./queries.ts";
import { words } from "./words.ts";
import { useActing } from "#web/studio/acting.ts";
import { Confirm } from "#web/studio/confirm.tsx";
import { useSite } from "#web/session.ts";
import css from "./sheet.module.css";

export function BackupsPage() {
  return (
    <Loaded query={useQuery(backupsQuery)} what={words.what}>
      {(backups) => (
        <>
          <Part title={words.last}>
            <LastBackup backups={backups} />
          </Part>
          <Schedule backups={backups} />
          <Part title={words.key}>
            <BackupKeyPart backups={backups} />
          </Part>
        </>
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
          <p className="dim">
            {words.details(
              sayCount(good.files, "file"),
              formatBytes(good.bytes),
              formatBytes(good.sent_bytes),
              formatBytes(good.checked_bytes),
            )}
          </p>
        )}
        {good?.sentence && <p className="dim">{good.sentence}</p>}
        {isRunning && <p className="dim">{words.running}</p>}
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

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const targets = ["bucket", "folder", "program"] as const;
const parts = ["name", "endpoint", "region", "prefix", "access_key_id"] as const;

/** Folder and program are set on the server only: who could change them here could write anywhere, or run anything. */
function Schedule({ backups }: { backups: Backups }) {
  const id = useId();
  const { bucket } = backups;
  const draft = useDraft("backups", fieldsOf(backups));
  const save = useBackupsChange();
  const hour = draft.of("hour");
  const target = draft.of("target");
  const places = { folder: backups.folder, bucket: null, program: backups.program };
  return (
    <Sheet draft={draft} names={words.short} save={(changed) => save.mutateAsync(changed)}>
      <Part title={words.schedule}>
        <Select
          label={words.hour(backups.time_zone)}
          options={[
            { value: "", name: words.never },
            ...hours.map((one) => ({ value: String(one), name: words.oClock(one) })),
          ]}
          value={hour.value === null ? "" : String(hour.value)}
          isFixed={hour.isFixed}
          onChange={(value) => hour.onChange(value === "" ? null : Number(value))}
        />
        <fieldset className={fields.choices} disabled={target.isFixed}>
          <legend>{words.target}</legend>
          {targets.map((value) => (
            <label key={value} className={fields.choice}>
              <input
                type="radio"
                name={`${id}-target`}
                checked={value === target.value}
                disabled={value !== "bucket" && places[value] === null && value !== backups.target.value}
                onChange={() => target.onChange(value)}
              />
              {words.targets[value](places[value])}
            </label>
          ))}
        </fieldset>
        {target.value === "bucket" && <Bucket draft={draft} bucket={bucket} />}
      </Part>
    </Sheet>
  );
}

function fieldsOf({ hour, target, bucket }: Backups) {
  const { has_secret: _has, is_secret_fixed, ...texts } = bucket;
  return { hour, target, ...texts, secret_access_key: { value: "", is_fixed: is_secret_fixed } };
}

interface BucketProps {
  draft: Draft<ReturnType<typeof fieldsOf>>;
  bucket: Backups["bucket"];
}

function Bucket({ draft, bucket }: BucketProps) {
  const id = useId();
  const secret = draft.of("secret_access_key");
  return (
    <>
      {parts.map((name) => {
        const { value, isFixed, onChange } = draft.of(name);
        return (
          <label key={name} className={fields.field}>
            <span className={fields.label}>{words.fields[name]}</span>
            <input
              className={fields.input}
              value={value}
              readOnly={isFixed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
            />
            {isFixed && <span className={fields.hint}>{fieldWords.fixed}</span>}
          </label>
        );
      })}
      <div className={fields.field}>
        <label className={fields.label} htmlFor={`${id}-secret`}>
          {words.secret}
        </label>
        <input
          id={`${id}-secret`}
          className={fields.input}
          type="password"
          value={secret.value}
          readOnly={secret.isFixed}
          autoComplete="off"
          aria-describedby={bucket.has_secret ? `${id}-kept` : undefined}
          onChange={(event) => secret.onChange(event.target.value)}
        />
        {bucket.has_secret && (
          <p id={`${id}-kept`} className={fields.hint}>
            {bucket.is_secret_fixed ? words.secretFixed : words.secretKept}
          </p>
        )}
      </div>
    </>
  );
}

/** The key that backups are encrypted for. The private half is shown once, as a sheet to print. */
function BackupKeyPart({ backups }: { backups: Backups }) {
  const { tell } = useActing();
  const make = useMakeKey();
  const [shown, setShown] = useState<{ key: BackupKey; madeAt: string } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const { key } = backups;
  const begin = async (replace: boolean) => {
    const made = await make.mutateAsync(replace);
    setShown({ key: made.key, madeAt: new Date().toISOString() });
  };
  if (shown)
    return (
      <RecoverySheet
        backupKey={shown.key}
        madeAt={shown.madeAt}
        bucket={backups.bucket}
        hide={() => {
          setShown(null);
          make.reset();
        }}
      />
    );
  return (
    <>
      <p className={rows.lead}>{words.keyLead}</p>
      {key && <p className="dim">{words.fingerprint(key.fingerprint)}</p>}
      {!key?.is_fixed && (
        <div>
          {key ? (
            <Button size="small" onClick={() => setAsking(true)}>
              {words.replaceKey}
            </Button>
          ) : (
            <Button busy={make.isPending} onClick={() => void begin(false).catch(tell)}>
              {words.makeKey}
            </Button>
          )}
        </div>
      )}
      {isAsking && (
        <Confirm
          title={words.replaceTitle}
          label={words.replaceKey}
          act={() => begin(true)}
          close={() => setAsking(false)}
        >
          <p>{words.replaceWords}</p>
        </Confirm>
      )}
    </>
  );
}

interface Props {
  backupKey: BackupKey;
  madeAt: string;
  bucket: Backups["bucket"];
  hide: () => void;
}

/**
 * The recovery sheet: all that a restore on a new machine needs, except the access key of the bucket. Made for paper.
 */
function RecoverySheet({ backupKey, madeAt, bucket, hide }: Props) {
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
