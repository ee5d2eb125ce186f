// One upload: its details, its progress, and what can be done when it does not continue automatically.
import { useQuery, useMutation } from "@tanstack/react-query";
import { useContext, useRef } from "react";
import { Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Bar } from "#web/studio/bar.tsx";
import { formatBytes, sayLeft } from "#web/studio/format.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { SignInAgainContext } from "#web/studio/sign-in-again.ts";
import { UploadFields } from "./fields.tsx";
import { detailsOf, isFinished, isUnderWay, type UploadItem, announce, changeItem } from "./items.ts";
import { cancelUpload, chooseAgain, dismiss, reopen, tryAgain } from "#web/studio/upload/sending/line.ts";
import { secondsLeft } from "#web/studio/upload/sending/pace.ts";
import css from "./row.module.css";
import { words } from "./words.ts";
import { workQuery } from "#web/studio/work/work-query.ts";
import { call } from "#web/api.ts";
import { useActing } from "#web/studio/acting.ts";
import { refresh } from "#web/studio/queries.ts";

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
            label={words.row.progress(title)}
            value={phase === "checking" ? undefined : size === 0 ? 0 : Math.min(1, sent / size)}
          />
        )}
        <p className={css.say}>{phase === "taken-in" ? <Preparing id={video?.id} /> : sayState(item)}</p>
      </div>
      <div className={css.actions}>
        {item.wantsSignIn && (
          <Button size="small" look="lamp" busy={isPending} onClick={begin}>
            {words.row.logInAgain}
          </Button>
        )}
        <Actions item={item} title={title} />
        <Remove item={item} title={title} />
      </div>
    </li>
  );
}

/** While the server checks the file, it can no longer be cancelled. */
function Remove({ item, title }: { item: UploadItem; title: string }) {
  if (item.phase === "checking") return null;
  const { clear, clearThis, cancel, cancelThis } = words.row;
  const { label, name, act } = isFinished(item)
    ? { label: clear, name: clearThis(title), act: (key: string) => void dismiss(key) }
    : { label: cancel, name: cancelThis(title), act: cancelUpload };
  return (
    <Button ref={keepFocus} size="small" look="quiet" aria-label={name} onClick={() => act(item.key)}>
      {label}
    </Button>
  );
}

/** Follows the queue, which the page has loaded anyway. */
function Preparing({ id }: { id: string | undefined }) {
  const { data } = useQuery({ ...workQuery, enabled: false });
  const work = data?.items.filter(({ video_id }) => video_id === id) ?? [];
  const failed = work.find(({ state }) => state === "failed");
  if (failed) return words.state.notPrepared(failed.problem ?? "");
  const isReady = work.length > 0 && work.every(({ state }) => state === "done");
  return isReady ? words.state.ready : words.state.beingPrepared;
}

function Actions({ item, title }: { item: UploadItem; title: string }) {
  const { key, phase, name, handle, video } = item;
  if (phase === "stopped")
    return (
      <Button ref={keepFocus} size="small" aria-label={words.row.tryAgainThis(title)} onClick={() => tryAgain(key)}>
        {words.row.tryAgain}
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
            aria-label={words.row.resumeThis(title)}
            onClick={() => void reopen(key)}
          >
            {words.row.resume}
          </Button>
        )}
        <ChooseAgain itemKey={key} name={name} isMain={!handle} />
      </>
    );
  if (!video) return null;
  if (video.inTrash) return <RestoreButton itemKey={key} video={video} />;
  return (
    <Link className={css.open} to={`/video/${video.id}`} aria-label={words.row.openThis(title)}>
      {words.row.open}
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
        aria-label={words.row.chooseAgainThis(name)}
        onClick={() => input.current?.click()}
      >
        {words.row.chooseAgain}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words.row.input(name)}
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
      return words.state.waiting;
    case "sending": {
      if (sent === 0) return words.state.starting;
      const left = secondsLeft(size - sent, bytesPerSecond);
      const parts = [`${Math.floor((sent / size) * 100)} %`];
      if (bytesPerSecond !== null) parts.push(`${formatBytes(bytesPerSecond)}/s`);
      if (left !== undefined) parts.push(sayLeft(left));
      return parts.join(" · ");
    }
    case "checking":
      return words.state.checking;
    case "paused":
      return sentence ?? "";
    case "stopped":
      return sentence ?? "";
    case "lost":
      return `${sentence ?? words.state.interrupted} ${handle ? words.state.continueOrChooseAgain : words.state.chooseAgain}`;
    case "taken-in":
      return words.state.beingPrepared;
    case "known":
      return video?.inTrash ? words.state.knownInTrash : words.state.known;
  }
}

/** Restores the recording of a file that is in the trash, instead of adding it again. */
function RestoreButton({ itemKey, video }: { itemKey: string; video: NonNullable<UploadItem["video"]> }) {
  const { queries, tell } = useActing();
  const restore = useMutation({
    mutationFn: () => call("restoreVideo", { params: { id: video.id } }),
    onSuccess: () => {
      changeItem(itemKey, { video: { ...video, inTrash: false } });
      announce(words.row.restored(video.title));
      return refresh(queries);
    },
    onError: tell,
  });
  return (
    <Button
      ref={keepFocus}
      size="small"
      look="lamp"
      busy={restore.isPending}
      aria-label={words.row.restoreThis(video.title)}
      onClick={() => restore.mutate()}
    >
      {words.row.restore}
    </Button>
  );
}
