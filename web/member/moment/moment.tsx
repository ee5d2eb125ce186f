// /moment/:token: a moment that a member shares, for anybody. A play counts when its button is pressed.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { MomentPlay, OpenMoment } from "#contract/moments/moments.ts";
import { ApiProblem, call, sayProblem } from "#web/api.ts";
import { Scene } from "#web/member/scene.tsx";
import { useSite } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./moment.module.css";
import { momentWords as words } from "#web/member/account/words.ts";

export function MomentPage({ token }: { token: string }) {
  const { data, error } = useQuery({
    // without the token, which would be in the console's messages
    queryKey: ["moment"],
    queryFn: ({ signal }) => call("getMoment", { params: { token }, signal }),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  usePageTitle(data?.title ?? words.title);
  if (error) return <Problem problem={error} />;
  if (!data) return <Waiting>{words.loading}</Waiting>;
  return <Moment token={token} moment={data} />;
}

function Moment({ token, moment }: { token: string; moment: OpenMoment }) {
  const play = useMutation({ mutationFn: () => call("playMoment", { params: { token } }) });
  if (play.error) return <Problem problem={play.error} />;
  return (
    <article className={css.moment}>
      <div className={css.screen}>
        {play.data ? (
          <Playing play={play.data} moment={moment} />
        ) : (
          <button
            type="button"
            className={css.play}
            aria-label={words.play(moment.title)}
            disabled={play.isPending}
            onClick={() => play.mutate()}
          >
            {moment.picture !== null && <img className={css.picture} src={moment.picture} alt="" />}
            <span className={css.sign} aria-hidden="true" />
          </button>
        )}
      </div>
      <h1 className={css.title}>
        <bdi>{moment.title}</bdi>
      </h1>
      <p className={css.detail}>
        {words.from(moment.archive)} · {words.seconds(Math.round(moment.seconds))}
      </p>
      <Join archive={moment.archive} />
    </article>
  );
}

/** The way to the whole recording. */
function Join({ archive }: { archive: string }) {
  const { site } = useSite();
  const links = site?.welcome?.links ?? [];
  const join = links.find(({ name }) => name === "Patreon") ?? links.find(({ name }) => name === "Twitch");
  return (
    <section className={css.join} aria-labelledby="join">
      <h2 id="join">{words.join.title}</h2>
      <p className={css.detail}>{words.join.text(archive)}</p>
      <p className={css.ways}>
        {join && (
          <a href={join.url} className={css.become}>
            {words.join.become(join.name)}
          </a>
        )}
        <Link to="/">{words.join.logIn}</Link>
      </p>
    </section>
  );
}

function Playing({ play, moment }: { play: MomentPlay; moment: OpenMoment }) {
  const [hasFailed, setFailed] = useState(false);
  const element = {
    className: css.element,
    src: play.url,
    "aria-label": moment.title,
    controls: true,
    autoPlay: true,
    onError: () => setFailed(true),
  };
  if (hasFailed)
    return (
      <p role="alert" className={css.failed}>
        {words.notPlayed}
      </p>
    );
  if (play.has_video)
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- an excerpt has no captions of its own
    return <video {...element} playsInline poster={moment.picture ?? undefined} />;
  return (
    <>
      {moment.picture !== null && <img className={css.picture} src={moment.picture} alt="" />}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- an excerpt has no captions of its own */}
      <audio {...element} />
    </>
  );
}

function Problem({ problem }: { problem: Error }) {
  const isOver = problem instanceof ApiProblem && problem.status === 404;
  return (
    <Scene isOpen={false}>
      <h1 className={css.title}>{isOver ? words.over : words.notOpened}</h1>
      <p role="alert" className={css.detail}>
        {sayProblem(problem)}
      </p>
      <p>
        <Link to="/">{words.front}</Link>
      </p>
    </Scene>
  );
}
