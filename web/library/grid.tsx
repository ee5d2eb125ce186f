// The recordings as cards or as a list, under one heading per year when sorted by date. Of many recordings only those near the
// screen are rendered.
import { lazy, Suspense, useId, useRef, useState } from "react";
import type { VideoInList, VideoSort } from "#contract/video.ts";
import { Card } from "./card.tsx";
import { groupVideos } from "#web/library/filter/filter.ts";
import css from "./grid.module.css";
import { findInSight, isNarrowList, layShelves, measure, type Measures, placeOf, type Shelf } from "./shelves.ts";
import { useScrollMemory } from "./use-scroll-memory.ts";
import { type Sight, useSight, useSize } from "./use-sight.ts";
import { useView } from "./view.ts";
import { words } from "./words.ts";

const Years = lazy(async () => ({ default: (await import("./years/years.tsx")).Years }));

interface Props {
  /** Filtered and sorted. */
  videos: readonly VideoInList[];
  sort: VideoSort;
  canEdit: boolean;
  /** More are on their way. */
  isPart?: boolean;
  /** With years and months at the edge of the screen. */
  hasYears?: boolean;
}

/** Up to this many are all rendered, so that the browser's own search finds them. */
const mostAtOnce = 60;
/** A picture that is raised by the pointer must not be covered by the label. */
const liftRoom = 4;
const everything: Sight = { from: -Infinity, to: Infinity };

export function Grid({ videos, sort, canEdit, isPart = false, hasYears = false }: Props) {
  "use memo";
  const box = useRef<HTMLDivElement>(null);
  const { width, rem } = useSize(box);
  const isList = useView() === "list";
  const seen = useSight(box);
  const sight = videos.length > mostAtOnce ? seen : everything;
  const [focused, setFocused] = useState<string>();
  useScrollMemory(width > 0 && !isPart);
  const measures = measure(width, rem, { isList, canEdit });
  const shelves = layShelves(groupVideos(videos, sort), measures);
  return (
    <div
      ref={box}
      data-look={isList ? (isNarrowList(width) ? "narrow-list" : "list") : "cards"}
      onFocus={(event) => setFocused(event.target.closest("li")?.dataset.video)}
      onBlur={() => setFocused(undefined)}
    >
      {width > 0 &&
        shelves.map((shelf) => (
          <ShelfOfYear key={shelf.year} {...{ shelf, measures, sight, videos, canEdit, isPart }} focused={focused} />
        ))}
      {width > 0 && hasYears && !isPart && (
        <Suspense>
          <Years {...{ box, videos, shelves, measures }} />
        </Suspense>
      )}
    </div>
  );
}

interface ShelfProps {
  shelf: Shelf;
  measures: Measures;
  sight: Sight;
  videos: readonly VideoInList[];
  canEdit: boolean;
  isPart: boolean;
  focused: string | undefined;
}

function ShelfOfYear({ shelf, measures, sight, videos, canEdit, isPart, focused }: ShelfProps) {
  "use memo";
  const id = useId();
  return (
    <section className={css.shelf} style={{ height: shelf.height }} aria-labelledby={id}>
      <div
        className={shelf.year === null ? "visually-hidden" : css.label}
        style={shelf.year === null ? {} : { height: measures.labelHeight - liftRoom }}
      >
        <h2 id={id}>{shelf.year ?? words.home.recordings}</h2>
        {!isPart && <span className={css.count}>{shelf.count}</span>}
      </div>
      <ul aria-labelledby={id}>
        {listShown(shelf, findInSight(shelf, measures, sight), { videos, focused }).map(({ video, index }) => {
          const { x, y } = placeOf(index, shelf, measures);
          return (
            <li
              key={video.id}
              className={css.place}
              style={{ insetInlineStart: x, top: y, width: measures.columnWidth }}
              data-video={video.id}
              aria-setsize={shelf.count}
              aria-posinset={index - shelf.start + 1}
            >
              <Card video={video} canEdit={canEdit} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Those in sight, and the one with the focus, which stays however far the page is scrolled. */
function listShown(
  shelf: Shelf,
  [begin, end]: readonly [number, number],
  { videos, focused }: Pick<ShelfProps, "videos" | "focused">,
): { video: VideoInList; index: number }[] {
  const shown = videos.slice(begin, end).map((video, place) => ({ video, index: begin + place }));
  if (focused === undefined || shown.some(({ video }) => video.id === focused)) return shown;
  const index = videos.findIndex(({ id }) => id === focused);
  const video = videos[index];
  if (!video || index < shelf.start || index >= shelf.start + shelf.count) return shown;
  return index < begin ? [{ video, index }, ...shown] : [...shown, { video, index }];
}
