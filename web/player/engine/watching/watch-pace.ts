// Notices that the line is too slow for the smallest size there is: then smaller ones are worth making. Pure.

/** One may be an accident. */
const enough = 2;

export function watchPace(onSlow: () => void) {
  let slow = 0;
  const count = () => {
    slow += 1;
    if (slow === enough) onSlow();
  };
  return {
    /** A fragment of the smallest size: how long it took to load, and how long it plays. */
    arrived(loadSeconds: number, playSeconds: number) {
      if (loadSeconds > playSeconds) count();
      else if (slow < enough) slow = 0;
    },
    /** Playing stopped because nothing more was loaded: all that is known where the browser loads by itself. */
    stalled: count,
  };
}
