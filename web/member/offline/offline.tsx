// Shown when the page was started, but the server cannot be reached: that alone, or above the library as it was last seen. It goes
// away by itself: see userQuery.
import { Link } from "react-router";
import { patientStorage } from "#web/memory/persisted.ts";
import { savedEntry } from "#web/memory/person.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./offline.module.css";
import { words } from "./words.ts";

export function OfflinePage() {
  return (
    <div className={css.page} role="alert">
      <h1 className={css.title}>{words.title}</h1>
      <p className={css.text}>{words.text}</p>
      {hasSaved() && <Link to="/saved">{words.saved}</Link>}
      <Button look="lamp" onClick={() => location.reload()}>
        {words.tryAgain}
      </Button>
    </div>
  );
}

/** Above the library as it was last seen. */
export function LastSeen() {
  return (
    <output className={css.seen}>
      {words.seen} <Link to="/saved">{words.toSaved}</Link>
    </output>
  );
}

/** Read from the storage itself: this page must not need more code. */
function hasSaved(): boolean {
  const stored = patientStorage.getItem(savedEntry) as { state?: { items?: object } } | null;
  return Object.keys(stored?.state?.items ?? {}).length > 0;
}
