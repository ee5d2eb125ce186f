// Shares a part of the recording by a link, and lists the links that one has shared. Loaded when it is opened.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Moment } from "#contract/moments/moments.ts";
import type { Video } from "#contract/video.ts";
import { call, sayProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import fields from "#web/ui/fields/fields.module.css";
import type { Engine } from "#web/player/engine/engine.ts";
import type { Loop } from "#web/player/page/moment.ts";
import { formatClock } from "#web/duration.ts";
import { sayTime } from "#web/player/time.ts";
import { choosePart, moveEnd, moveStart } from "./part.ts";
import css from "./share.module.css";
import { words } from "./words.ts";

const ownMomentsQuery = queryOptions({
  queryKey: ["own-moments"],
  queryFn: async ({ signal }) => (await call("listOwnMoments", { signal })).moments,
  staleTime: 0,
});

interface Props {
  engine: Engine;
  video: Video;
  loop: Loop | null;
  close: () => void;
}

export function ShareDialog({ engine, video, loop, close }: Props) {
  const duration = video.duration ?? 0;
  const [first] = useState(() => choosePart({ now: engine.readTime(), loop, duration }));
  const [part, setPart] = useState(first);
  const queries = useQueryClient();
  const [told, setTold] = useState<string>();
  const copy = async (url: string) => {
    try {
      await navigator.clipboard.writeText(url);
      setTold(words.copied);
    } catch {
      setTold(words.notCopied);
    }
  };
  const make = useMutation({
    mutationFn: () => call("makeMoment", { params: { id: video.id }, body: part }),
    onSuccess: async ({ url }) => {
      void queries.invalidateQueries(ownMomentsQuery);
      await copy(url);
    },
  });
  // around where it began: all of a long recording would be too coarse for a thumb
  const range = { min: Math.max(0, first.start - 90), max: Math.min(Math.floor(duration), first.end + 90) };
  const change = (next: typeof part) => {
    setPart(next);
    make.reset();
  };
  return (
    <Dialog
      title={words.title}
      width="narrow"
      close={close}
      foot={<Button onClick={close}>{dialogWords.close}</Button>}
    >
      <p className={fields.hint}>{words.about}</p>
      <Handle name={words.start} seconds={part.start} {...range} move={(to) => change(moveStart(part, to, duration))} />
      <Handle name={words.end} seconds={part.end} {...range} move={(to) => change(moveEnd(part, to, duration))} />
      <p aria-live="polite">
        {words.length(part.end - part.start)} <span className={fields.hint}>{words.most}</span>
      </p>
      {make.data ? (
        <NewLink url={make.data.url} told={told} copy={copy} />
      ) : (
        <Button look="lamp" busy={make.isPending} onClick={() => make.mutate()}>
          {words.create}
        </Button>
      )}
      {make.error && (
        <p role="alert" className={fields.problem}>
          {sayProblem(make.error)}
        </p>
      )}
      <OwnLinks />
    </Dialog>
  );
}

interface NewLinkProps {
  url: string;
  told: string | undefined;
  copy: (url: string) => Promise<void>;
}

const focus = (field: HTMLInputElement | null) => field?.focus();

function NewLink({ url, told, copy }: NewLinkProps) {
  return (
    <>
      <div className={css.row}>
        <input
          ref={focus}
          className={`${fields.input} ${fields.wide} ${css.address}`}
          readOnly
          aria-label={words.link}
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <Button look="lamp" onClick={() => void copy(url)}>
          {words.copy}
        </Button>
      </div>
      <output className={fields.hint}>{told}</output>
    </>
  );
}

function OwnLinks() {
  const { data = [] } = useQuery(ownMomentsQuery);
  if (data.length === 0) return null;
  return (
    <section className={css.own} aria-label={words.own}>
      <h3>{words.own}</h3>
      <ul className={css.links}>
        {data.map((moment) => (
          <OwnLink key={moment.id} moment={moment} />
        ))}
      </ul>
    </section>
  );
}

function OwnLink({ moment: { id, title, start, end, plays, until } }: { moment: Moment }) {
  const queries = useQueryClient();
  const endIt = useMutation({
    mutationFn: () => call("endMoment", { params: { id } }),
    onSettled: () => queries.invalidateQueries(ownMomentsQuery),
  });
  const day = new Date(until).toLocaleDateString(undefined, { dateStyle: "medium" });
  return (
    <li className={css.link}>
      <span>
        <bdi>{title}</bdi> {words.part(formatClock(start), formatClock(end))}
        <span className={css.detail}>{words.left(plays, day)}</span>
      </span>
      <Button
        size="small"
        look="quiet"
        aria-label={words.endThis(title, formatClock(start))}
        busy={endIt.isPending}
        onClick={() => endIt.mutate()}
      >
        {words.endLink}
      </Button>
    </li>
  );
}

interface HandleProps {
  name: string;
  seconds: number;
  min: number;
  max: number;
  move: (to: number) => void;
}

/** One end of the part: a slider, and a button on each side of it for one second. */
function Handle({ name, seconds, min, max, move }: HandleProps) {
  const id = useId();
  return (
    <div>
      <label className={css.name} htmlFor={id}>
        {name} <span className={css.clock}>{formatClock(seconds)}</span>
      </label>
      <div className={css.row}>
        <Button aria-label={words.earlier(name)} onClick={() => move(seconds - 1)}>
          −
        </Button>
        <input
          id={id}
          className={css.slider}
          type="range"
          min={Math.min(min, seconds)}
          max={Math.max(max, seconds)}
          step={1}
          value={seconds}
          aria-valuetext={sayTime(seconds)}
          onChange={({ target }) => move(Number(target.value))}
        />
        <Button aria-label={words.later(name)} onClick={() => move(seconds + 1)}>
          +
        </Button>
      </div>
    </div>
  );
}
