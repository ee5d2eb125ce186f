// One file on its way: what it is called, how far it is, and what to do when it does not go on by itself.
import { useQuery } from "@tanstack/react-query";
import { useContext, useRef } from "react";
import { Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Bar } from "#web/studio/bar.tsx";
import { formatBytes, sayLeft } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { SignInAgainContext } from "#web/studio/sign-in-again.ts";
import { UploadFields } from "./fields.tsx";
import { detailsOf, isFinished, isUnderWay, type UploadItem } from "./items.ts";
import { cancelUpload, chooseAgain, dismiss, reopen, tryAgain } from "#web/studio/upload/sending/line.ts";
import { secondsLeft } from "#web/studio/upload/sending/pace.ts";
import css from "./row.module.css";
import { RestoreButton } from "./restore.tsx";
import { workQuery } from "#web/studio/work/work-query.ts";

export function UploadRow({ item }: { item: UploadItem }) {
  const { phase, name, size, sent, video } = item;
  const title = video?.title ?? (detailsOf(item).title || name);
  const { begin, isPending } = useContext(SignInAgainContext);
  const isBarShown = isUnderWay(item) && phase !== "waiting";
  return (
    <li className={css.row} data-phase={phase}>
      {phase === "known" ? <p className={css.title}>{title}</p> : <UploadFields item={item} />}
      <div className={css.state}>
        <p className={css.file}>
          <span className={css.name}>{name}</span> <span className={css.size}>{formatBytes(size)}</span>
        </p>
        {isBarShown && (
          <Bar
            label={`Upload of ${title}`}
            value={phase === "checking" ? undefined : size === 0 ? 0 : Math.min(1, sent / size)}
          />
        )}
        <p className={css.say}>{phase === "taken-in" ? <Preparing id={video?.id} /> : sayState(item)}</p>
      </div>
      <div className={css.actions}>
        {item.wantsSignIn && (
          <Button size="small" look="lamp" busy={isPending} onClick={begin}>
            Log in again
          </Button>
        )}
        <Actions item={item} title={title} />
        <Leave item={item} title={title} />
      </div>
    </li>
  );
}

/** While the archive looks at it there is nothing left to cancel. */
function Leave({ item, title }: { item: UploadItem; title: string }) {
  if (item.phase === "checking") return null;
  const [name, act] = isFinished(item) ? ["Clear", (key: string) => void dismiss(key)] : ["Cancel", cancelUpload];
  return (
    <Button ref={keepFocus} size="small" look="quiet" aria-label={`${name} ${title}`} onClick={() => act(item.key)}>
      {name}
    </Button>
  );
}

/** What the studio's work says of it, where that is shown anyway. */
function Preparing({ id }: { id: string | undefined }) {
  const { data } = useQuery({ ...workQuery, enabled: false });
  const work = data?.items.filter(({ video_id }) => video_id === id) ?? [];
  const failed = work.find(({ state }) => state === "failed");
  if (failed) return `Arrived, but it could not be prepared. ${failed.problem ?? ""}`;
  const isReady = work.length > 0 && work.every(({ state }) => state === "done");
  return isReady ? "Arrived, and ready to watch." : "Arrived. It is being prepared now.";
}

function Actions({ item, title }: { item: UploadItem; title: string }) {
  const { key, phase, name, handle, video } = item;
  if (phase === "stopped")
    return (
      <Button ref={keepFocus} size="small" aria-label={`Try again: ${title}`} onClick={() => tryAgain(key)}>
        Try again
      </Button>
    );
  if (phase === "lost")
    return (
      <>
        {handle && (
          <Button
            ref={keepFocus}
            size="small"
            look="lamp"
            aria-label={`Go on with ${title}`}
            onClick={() => void reopen(key)}
          >
            Go on
          </Button>
        )}
        <ChooseAgain itemKey={key} name={name} isMain={!handle} />
      </>
    );
  if (!video) return null;
  if (video.inTrash) return <RestoreButton itemKey={key} video={video} />;
  return (
    <Link className={css.open} to={`/video/${video.id}`} state={{ depth: 0 }} aria-label={`Open ${title}`}>
      Open
    </Link>
  );
}

function ChooseAgain({ itemKey, name, isMain }: { itemKey: string; name: string; isMain: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        ref={keepFocus}
        size="small"
        look={isMain ? "lamp" : "plain"}
        aria-label={`Choose the file again: ${name}`}
        onClick={() => input.current?.click()}
      >
        Choose the file again
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`The file ${name}`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) chooseAgain(itemKey, file);
          target.value = "";
        }}
      />
    </>
  );
}

function sayState({ phase, sent, size, bytesPerSecond, sentence, handle, video }: UploadItem): string {
  switch (phase) {
    case "waiting":
      return "Waits in line.";
    case "sending": {
      if (sent === 0) return "Beginning…";
      const left = secondsLeft(size - sent, bytesPerSecond);
      const words = [`${Math.floor((sent / size) * 100)} %`];
      if (bytesPerSecond !== null) words.push(`${formatBytes(bytesPerSecond)}/s`);
      if (left !== undefined) words.push(sayLeft(left));
      return words.join(" · ");
    }
    case "checking":
      return "All of it is sent. The archive is looking at it…";
    case "paused":
      return sentence ?? "";
    case "stopped":
      return sentence ?? "";
    case "lost":
      return `${sentence ?? "This upload was interrupted."} ${handle ? "Go on, or choose" : "Choose"} the file again to go on.`;
    case "taken-in":
      return "Arrived.";
    case "known":
      return video?.inTrash
        ? "Already in the archive, but in the trash."
        : "Already in the archive. Nothing was added twice.";
  }
}
