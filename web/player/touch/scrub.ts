// Scrubbing with a finger: how far a pixel goes depends on how far the finger is from where it started. Pure.

export interface Scrub {
  seconds: number;
  /** Where playing was when it began. */
  from: number;
  duration: number;
  coarse: number;
  secondsPerPixel: number;
}

/** Pixels up or down that change nothing: no finger moves in a straight line. */
const levelPixels = 24;
/** Each further distance like this makes it twice as fine. */
const halvingPixels = 28;
const finest = 0.02;

export function startScrub({
  at,
  from,
  duration,
  coarse,
}: Record<"at" | "from" | "duration" | "coarse", number>): Scrub {
  return { seconds: keepInside(at, duration), from, duration, coarse, secondsPerPixel: coarse };
}

/** Pixels to the right since the last move, and pixels above or below the start. */
export function moveScrub(scrub: Scrub, { dx, away }: { dx: number; away: number }): Scrub {
  const secondsPerPixel = refine(scrub.coarse, away);
  return { ...scrub, secondsPerPixel, seconds: keepInside(scrub.seconds + dx * secondsPerPixel, scrub.duration) };
}

function refine(coarse: number, away: number): number {
  const halvings = Math.max(0, away - levelPixels) / halvingPixels;
  return Math.max(Math.min(coarse, finest), coarse / 2 ** halvings);
}

/** A drag across the whole picture; on the seek bar it is the whole recording. */
const pictureSeconds = 120;
export function coarseOnPicture(width: number, duration: number): number {
  return width > 0 ? Math.min(duration, pictureSeconds) / width : 0;
}

function keepInside(seconds: number, duration: number): number {
  return Math.min(duration, Math.max(0, seconds));
}
