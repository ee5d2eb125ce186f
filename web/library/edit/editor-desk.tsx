// What editors have on the home page besides the buttons of each card: selecting several recordings, and the edit dialog.
import { lazy, Suspense, useEffect } from "react";
import type { VideoInList } from "#contract/video.ts";
import { loadDialog, stopEditing, useEditing } from "./editing.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { startSelecting, stopSelecting, useSelection, toggle } from "./selection.ts";
import pill from "#web/ui/fields/pill.module.css";
import { words } from "./words.ts";

const EditDialog = lazy(async () => ({ default: (await loadDialog()).EditDialog }));

interface Props {
  videos: readonly VideoInList[];
  shown: readonly VideoInList[];
}

export function EditorDesk({ videos, shown }: Props) {
  const video = useEditing((editing) => editing.video);
  const isSelecting = useSelection(({ isOn }) => isOn);
  useLongPress();
  useEffect(() => {
    useSelection.setState({ order: shown.map(({ id }) => id) });
  }, [shown]);
  useEffect(() => stopSelecting, []);
  return (
    <>
      {isSelecting && <SelectionBar videos={videos} shown={shown} />}
      {video && (
        <Suspense>
          <EditDialog key={video.id} fetched={video} close={stopEditing} />
        </Suspense>
      )}
    </>
  );
}

export function SelectButton() {
  const isSelecting = useSelection(({ isOn }) => isOn);
  return (
    <button
      type="button"
      className={pill.pill}
      aria-pressed={isSelecting}
      data-active={isSelecting}
      onClick={isSelecting ? stopSelecting : startSelecting}
    >
      {words.selectButton}
    </button>
  );
}

const holdMs = 450;
const farPx = 10;

/** A long press on a recording selects it on touch screens, as in photo apps. */
function useLongPress(): void {
  useEffect(() => {
    const ended = new AbortController();
    const listen: typeof document.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
      document.addEventListener(type, listener, { capture: true, signal: ended.signal });
    let timer: ReturnType<typeof setTimeout> | undefined;
    let start = { x: 0, y: 0 };
    let wasHeld = false;
    const letGo = () => clearTimeout(timer);
    listen("pointerdown", ({ pointerType, target, clientX, clientY }) => {
      wasHeld = false;
      letGo();
      const card = target instanceof Element ? target.closest<HTMLElement>("[data-video]") : null;
      const id = card?.dataset.video;
      if (pointerType === "mouse" || id === undefined) return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        wasHeld = true;
        toggle(id);
        navigator.vibrate?.(10);
      }, holdMs);
    });
    listen("pointermove", ({ clientX, clientY }) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > farPx) letGo();
    });
    listen("pointerup", letGo);
    listen("pointercancel", letGo);
    // Stops what the same touch would do next: follow the link, or open the browser's own menu for it.
    const swallow = (event: Event) => {
      if (!wasHeld) return;
      event.preventDefault();
      event.stopPropagation();
    };
    listen("contextmenu", swallow);
    listen("click", (event) => {
      swallow(event);
      wasHeld = false;
    });
    return () => {
      letGo();
      ended.abort();
    };
  }, []);
}
