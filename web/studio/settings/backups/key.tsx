// The key that backups are encrypted for. The private half is shown once, as a sheet to print.
import { useState } from "react";
import type { BackupKey, Backups } from "#contract/backups.ts";
import { useActing } from "#web/studio/acting.ts";
import { Confirm } from "#web/studio/confirm.tsx";
import rows from "#web/studio/rows.module.css";
import { Button } from "#web/ui/button.tsx";
import { useMakeKey } from "./queries.ts";
import { RecoverySheet } from "./sheet.tsx";
import { words } from "./words.ts";

export function BackupKeyPart({ backups }: { backups: Backups }) {
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
      {key && <p className={rows.quiet}>{words.fingerprint(key.fingerprint)}</p>}
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
