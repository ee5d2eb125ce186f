// Which part of the recording the waveform shows. Pure.

export interface View {
  from: number;
  to: number;
}

export const shortestView = 8;

/** Shows less or more of the recording; the given moment stays where it is. */
export function zoomView(
  { from, to }: View,
  by: number,
  { around, duration }: { around: number; duration: number },
): View {
  const length = Math.min(duration, Math.max(Math.min(shortestView, duration), (to - from) * by));
  const share = to > from ? Math.min(1, Math.max(0, (around - from) / (to - from))) : 0.5;
  return fitView({ from: around - share * length, to: around + (1 - share) * length }, duration);
}

/** Moved as little as needed, so that the moment is in it with some room around. */
export function showMoment(view: View, at: number, duration: number): View {
  const length = view.to - view.from;
  const room = length * 0.1;
  if (at >= view.from + room && at <= view.to - room) return view;
  return fitView({ from: at - length / 2, to: at + length / 2 }, duration);
}

/** Inside the recording, as long as before. */
export function fitView({ from, to }: View, duration: number): View {
  const length = Math.min(to - from, duration);
  const start = Math.max(0, Math.min(from, duration - length));
  return { from: start, to: start + length };
}
