// The only file of the engine that others import; only the engine touches the media elements. An engine may be created
// while somebody points at a recording, so that the first picture is ready when its page opens.
import { usePersisted } from "#web/memory/persisted.ts";
import { createEngine } from "./create.ts";
import type { Engine, Source, Start } from "./shape.ts";

export type { Engine, Start } from "./shape.ts";

// One at a time, with no more than its first fragments, and only for a while.
interface Ahead {
  engine: Engine;
  source: Source;
  position: number;
  isAudioOnly: boolean;
  timer: ReturnType<typeof setTimeout>;
}
let ahead: Ahead | undefined;
const patienceMs = 20_000;

export function makeAhead(source: Source, start: Start): void {
  if (ahead && isFor(ahead, source, start)) return ahead.engine.learn(source);
  drop();
  ahead = {
    engine: createEngine(source, { ...start, shouldPlay: false, isAhead: true }),
    source,
    position: start.position,
    isAudioOnly: start.isAudioOnly,
    timer: setTimeout(drop, patienceMs),
  };
}

/** The engine that was created in advance for this, or a new one. */
export function takeEngine(source: Source, start: Start): Engine {
  if (ahead && isFor(ahead, source, start)) {
    const { engine, timer } = ahead;
    clearTimeout(timer);
    ahead = undefined;
    engine.learn(source);
    engine.begin(start);
    return engine;
  }
  drop();
  return createEngine(source, start);
}

function isFor({ engine, source, position, isAudioOnly }: Ahead, { hls }: Source, start: Start): boolean {
  const isSame = source.hls === hls && position === start.position && isAudioOnly === start.isAudioOnly;
  return isSame && engine.store.getState().trouble === null;
}

// in Audio Only no video is loaded for a recording that somebody only points at
usePersisted.subscribe(({ audioOnly }) => {
  if (audioOnly && ahead?.isAudioOnly === false) drop();
});

function drop(): void {
  clearTimeout(ahead?.timer);
  ahead?.engine.destroy();
  ahead = undefined;
}
