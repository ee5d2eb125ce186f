// The thumbnail or the captions of a recording, as parts of the editor. Every change counts at once and can be undone here: while a
// dialog is open, messages outside of it cannot be reached.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, sayProblem } from "#web/api.ts";
import { recordingsKey } from "#web/library/edit/changes.ts";
import { listQuery } from "#web/list-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";
import type { Act } from "./act.ts";
import { CaptionsPart } from "./captions.tsx";
import css from "./extras.module.css";
import { ThumbnailPart } from "./thumbnail.tsx";
import { words } from "./words.ts";

export function ExtrasForm({ id, what }: { id: string; what: "thumbnail" | "captions" }) {
  const status = useRef<HTMLOutputElement>(null);
  const queries = useQueryClient();
  const { data: video } = useQuery(videoQuery(id));
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<{ message: string; change: string | null }>();
  const tell = (problem: unknown) => showToast({ kind: "error", message: words.failed(sayProblem(problem)) });
  const refresh = async () => {
    const stale = [videoQuery(id).queryKey, listQuery.queryKey, recordingsKey];
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const run = async (done: string, work: () => Promise<{ change: string | null }>) => {
    setBusy(true);
    try {
      const { change } = await work();
      setLast({ message: done, change });
    } catch (problem) {
      tell(problem);
    }
    await refresh();
    setBusy(false);
  };
  const act: Act = (done, work) => {
    if (!isBusy) void run(done, work);
  };
  const undo = async (change: string) => {
    await call("undoChanges", { body: { changes: [change] } });
    // the button goes away, and the focus must not go with it
    status.current?.focus();
    return { change: null };
  };
  return (
    <div className={css.form} aria-busy={isBusy}>
      <div className={css.parts}>
        {!video && <Spinner />}
        {video && what === "thumbnail" && <ThumbnailPart video={video} act={act} />}
        {video && what === "captions" && (
          <CaptionsPart key={JSON.stringify(video.media?.captions)} video={video} act={act} />
        )}
      </div>
      <div className={css.foot} hidden={!last}>
        <output ref={status} className={css.status} tabIndex={-1}>
          {last?.message}
        </output>
        {last?.change && (
          <Button look="quiet" busy={isBusy} onClick={() => act(words.undone, () => undo(last.change ?? ""))}>
            {words.undo}
          </Button>
        )}
      </div>
    </div>
  );
}
