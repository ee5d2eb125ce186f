// Where in a recording members listen most, as a soft curve behind the waveform. It is loaded for itself, and without it
// nothing else is different: where too few members listened, the server says nothing.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call, untilFree } from "#web/api.ts";
import { sayTime } from "#web/player/time.ts";
import css from "./seek-bar.module.css";
import { seekWords as words } from "#web/player/page/words.ts";

interface Props {
  id: string;
  duration: number;
  /** What the waveform shows, in seconds. */
  from: number;
  to: number;
}

const curveQuery = (id: string) =>
  queryOptions({
    queryKey: ["heardCurve", id],
    queryFn: async ({ signal }) => {
      await untilFree();
      return (await call("getHeardCurve", { params: { id }, signal })).parts;
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function Replayed({ id, duration, from, to }: Props) {
  const { data } = useQuery(curveQuery(id));
  if (!data || duration <= 0) return null;
  const at = (seconds: number) => (seconds / duration) * data.length;
  const [first, last] = [Math.floor(at(from)), Math.max(Math.floor(at(from)) + 1, Math.ceil(at(to)))];
  const parts = data.slice(first, last);
  const most = ((first + parts.indexOf(Math.max(...parts))) / data.length) * duration;
  const alternative = { role: "img", "aria-label": words.replayed(sayTime(Math.max(0, most - from))) };
  return (
    <svg className={css.replayed} viewBox={`0 0 ${parts.length} 100`} preserveAspectRatio="none" {...alternative}>
      <path d={drawCurve(parts)} />
    </svg>
  );
}

/** Without corners: each part is as high as it and its neighbours are on average. */
function drawCurve(parts: readonly number[]): string {
  const heights = parts.map((_, index) => {
    const near = parts.slice(Math.max(0, index - 2), index + 3);
    return near.reduce((sum, height) => sum + height, 0) / near.length;
  });
  const points = heights.map((height, index) => `${index + 0.5} ${Math.round(100 - height)}`);
  return `M0 100 L0 ${points[0]?.split(" ")[1]} L${points.join(" L")} L${parts.length} ${points.at(-1)?.split(" ")[1]} V100 Z`;
}
