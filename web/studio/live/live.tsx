// Studio > Live: the stream keys, what arrives from encoders, and what became of it. Loaded on demand.
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Broadcast, LiveState } from "#contract/live/live.ts";
import { call } from "#web/api.ts";
import { formatClock } from "#web/duration.ts";
import { useActing } from "#web/studio/acting.ts";
import { Confirm } from "#web/studio/confirm.tsx";
import { formatBytes, formatMoment } from "#web/studio/format.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { wantsSignIn } from "#web/studio/sign-in-again.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Keys, liveKey } from "./keys.tsx";
import css from "./live.module.css";
import { words } from "./words.ts";

const refreshMs = 2000;

export const liveQuery = queryOptions({
  ...liveKey,
  queryFn: ({ signal }) => call("getLive", { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (wantsSignIn(state.error) ? false : refreshMs),
});

export function LivePage() {
  const live = useQuery(liveQuery);
  return (
    <>
      <p className={rows.lead}>{words.lead}</p>
      <Loaded query={live} what={words.what}>
        {(data) => <Shown live={data} />}
      </Loaded>
    </>
  );
}

function Shown({ live }: { live: LiveState }) {
  const now = live.broadcasts.filter(({ state }) => state !== "ended");
  const ended = live.broadcasts.filter(({ state }) => state === "ended");
  return (
    <>
      {live.address === null && (
        <Notice kind="info" title={words.off.title}>
          {words.off.text}
        </Notice>
      )}
      {live.trouble !== null && (
        <Notice kind="error" title={words.trouble}>
          {live.trouble}
        </Notice>
      )}
      <section className={rows.part} aria-label={words.now}>
        <h2>{words.now}</h2>
        {now.length === 0 ? (
          <Blank title={words.nothing.title}>{words.nothing.text}</Blank>
        ) : (
          <ul className={rows.rows}>
            {now.map((one) => (
              <Running key={one.id} broadcast={one} minutes={live.return_minutes} />
            ))}
          </ul>
        )}
      </section>
      <Keys live={live} />
      {ended.length > 0 && (
        <section className={rows.part} aria-label={words.ended}>
          <h2>{words.ended}</h2>
          <ul className={rows.rows}>
            {ended.map((one) => (
              <Ended key={one.id} broadcast={one} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Running({ broadcast, minutes }: { broadcast: Broadcast; minutes: number }) {
  const { queries } = useActing();
  const [asks, setAsks] = useState(false);
  const { id, title, state, returns, trouble, started_at } = broadcast;
  const end = useMutation({
    mutationFn: () => call("endBroadcast", { params: { id } }),
    onSuccess: () => {
      showToast({ kind: "done", message: words.end.done });
      return queries.invalidateQueries(liveQuery);
    },
  });
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <span className={css.name}>
          <span className={css.live} data-state={state}>
            {words.states[state]}
          </span>
          <strong className={rows.title}>{title}</strong>
        </span>
        <span className={rows.detail}>
          {words.began(formatMoment(started_at))}{" "}
          {words.kept(formatClock(broadcast.seconds), formatBytes(broadcast.bytes))}
        </span>
        {state === "waiting" && <span>{words.waiting(minutes)}</span>}
        {returns > 0 && <span className={rows.detail}>{words.returns(returns)}</span>}
        {trouble !== null && <span role="alert">{trouble}</span>}
      </div>
      <div className={rows.actions}>
        <Button size="small" onClick={() => setAsks(true)}>
          {words.end.button}
        </Button>
      </div>
      <Arriving broadcast={broadcast} />
      {asks && (
        <Confirm
          title={words.end.title(title)}
          label={words.end.button}
          act={() => end.mutateAsync()}
          close={() => setAsks(false)}
        >
          {words.end.text}
        </Confirm>
      )}
    </li>
  );
}

/** Above this the recording would be encoded again. */
const longestKeyFrameSeconds = 4;

function Arriving({ broadcast }: { broadcast: Broadcast }) {
  const { width, height, video, audio, bits_per_second: bits, key_frame_seconds: interval } = broadcast;
  const codecs = [video, audio].flatMap((codec) => (codec === null ? [] : [words.codecNames[codec]]));
  const picture = width > 0 ? words.size(width, height) : words.unknown;
  const facts = [
    { name: words.picture, value: video === null && audio !== null ? words.audioOnly : picture },
    { name: words.rate, value: bits === null ? words.unknown : words.megabits((bits / 1e6).toFixed(1)) },
    { name: words.keyFrames, value: interval === null ? words.unknown : words.seconds(interval.toFixed(1)) },
    { name: words.codecs, value: codecs.join(", ") || words.unknown },
  ];
  return (
    <>
      <dl className={css.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {interval !== null && interval > longestKeyFrameSeconds && <p className={css.advice}>{words.advice}</p>}
    </>
  );
}

function Ended({ broadcast: { title, video_id, started_at, seconds, bytes } }: { broadcast: Broadcast }) {
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        {video_id === null ? (
          <span className={rows.title}>{title}</span>
        ) : (
          <Link className={rows.title} to={`/video/${video_id}`} aria-label={`${title}: ${words.toRecording}`}>
            {title}
          </Link>
        )}
        <span className={rows.detail}>
          {words.began(formatMoment(started_at))}{" "}
          {video_id === null ? words.empty : words.kept(formatClock(seconds), formatBytes(bytes))}
        </span>
      </div>
    </li>
  );
}
