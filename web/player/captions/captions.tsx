// Captions over the video, drawn by the page: above the controls while those are shown, in the chosen size and background.
import { createElement, type ReactNode } from "react";
import type { Engine } from "#web/player/engine/engine.ts";
import { captionHabits, useHabits } from "#web/player/habits.ts";
import type { CaptionCue, CaptionPiece } from "#web/player/playback.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import css from "./captions.module.css";

export function Captions({ engine }: { engine: Engine }) {
  const cues = usePlayback(engine, (playback) => playback.cues);
  const { size, background } = useHabits(captionHabits);
  if (cues.length === 0) return null;
  const look = { "data-size": size, "data-background": background };
  return (
    <>
      <Stack cues={cues.filter(({ isAtTop }) => isAtTop)} className={css.top} look={look} />
      <div className={css.place} data-captions={cues.some(({ isAtTop }) => !isAtTop)}>
        <Stack cues={cues.filter(({ isAtTop }) => !isAtTop)} className={css.bottom} look={look} />
      </div>
    </>
  );
}

interface StackProps {
  cues: readonly CaptionCue[];
  className: string | undefined;
  look: Record<`data-${string}`, string>;
}

function Stack({ cues, className, look }: StackProps) {
  if (cues.length === 0) return null;
  return (
    // never announced: a screen reader would talk over the recording
    <div className={`${css.stack} ${className}`} aria-live="off" {...look}>
      {cues.map(({ pieces, align }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- cues have no names, and all of them change together
        <p key={index} className={css.cue} data-align={align} dir="auto">
          <span className={css.text}>{draw(pieces)}</span>
        </p>
      ))}
    </div>
  );
}

function draw(pieces: readonly CaptionPiece[]): ReactNode {
  return pieces.map((piece, index) =>
    typeof piece === "string" ? piece : createElement(piece.tag, { key: index, lang: piece.lang }, draw(piece.pieces)),
  );
}
