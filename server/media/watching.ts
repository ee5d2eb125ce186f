// Whether somebody is watching: asked before work that takes hours. Only this process is known; one that prepares on a
// machine of its own takes nothing from those who watch.

export interface Watching {
  /** A part of a recording was asked for. */
  note(): void;
  isNow(): boolean;
}

/** A player loads up to a minute ahead. */
const lastsMs = 60_000;

export function openWatching(clock: { now(): Date }): Watching {
  let notedAt = Number.NEGATIVE_INFINITY;
  return {
    note() {
      notedAt = clock.now().getTime();
    },
    isNow: () => clock.now().getTime() - notedAt < lastsMs,
  };
}
