// Chooses one of several video or audio tracks: the one that the file marks as its default.

/** A recording taken in before this was kept has none, and its first track is read. */
interface Chosen {
  index?: number | undefined;
}

interface Stream {
  disposition?: { default?: number };
}

/** The first that is marked as default, as players choose it; else the first. */
export function chooseStream<T extends Stream>(streams: readonly T[]): T | undefined {
  return streams.find(({ disposition }) => disposition?.default === 1) ?? streams[0];
}

/** For ffmpeg's -map. */
export function videoMap({ index }: Chosen): string {
  return index === undefined ? "0:V:0" : `0:${index}`;
}

export function audioMap({ index }: Chosen): string {
  return index === undefined ? "0:a:0" : `0:${index}`;
}
