// Thumbnail and captions of a recording, for editors. A native modal dialog; every change counts at once and can be undone.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, sayProblem } from "#web/api.ts";
import { listQuery } from "#web/list-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";
import type { Act } from "./act.ts";
import { CaptionsPart } from "./captions.tsx";
import css from "./dialog.module.css";
import { ThumbnailPart } from "./thumbnail.tsx";
import { words } from "./words.ts";

export function ExtrasDialog({ id, close }: { id: string; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closing = useRef<HTMLButtonElement>(null);
  const queries = useQueryClient();
  const { data: video } = useQuery(videoQuery(id));
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<{ message: string; change: string | null }>();
  useEffect(() => dialog.current?.showModal(), []);
  const tell = (problem: unknown) => showToast({ kind: "error", message: words.failed(sayProblem(problem)) });
  const refresh = async () => {
    await Promise.all([videoQuery(id), listQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
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
    closing.current?.focus();
    return { change: null };
  };
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby="extras-dialog" onClose={close}>
      <div className={css.form} aria-busy={isBusy}>
        <h2 id="extras-dialog">{words.heading}</h2>
        <div className={css.parts}>
          {video ? (
            <>
              <ThumbnailPart video={video} act={act} />
              <CaptionsPart key={JSON.stringify(video.media?.captions)} video={video} act={act} />
            </>
          ) : (
            <Spinner />
          )}
        </div>
        <div className={css.foot}>
          {/* inside of the dialog: what is outside of it cannot be reached while it is open */}
          <output className={css.status}>{last?.message}</output>
          {last?.change && (
            <Button look="quiet" busy={isBusy} onClick={() => act(words.undone, () => undo(last.change ?? ""))}>
              {words.undo}
            </Button>
          )}
          <Button ref={closing} onClick={() => dialog.current?.close()}>
            {words.close}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
