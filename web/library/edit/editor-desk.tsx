// What editors have on the home page besides the buttons of each card: selecting several recordings, and the edit dialog.
import { lazy, Suspense, useEffect } from "react";
import type { VideoInList } from "#contract/video.ts";
import { loadDialog, stopEditing, useEditing } from "./editing.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { startSelecting, stopSelecting, useSelection } from "./selection.ts";
import toolbar from "#web/library/filter/toolbar.module.css";
import { useLongPress } from "#web/library/use-long-press.ts";
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
      className={toolbar.pill}
      aria-pressed={isSelecting}
      data-active={isSelecting}
      onClick={isSelecting ? stopSelecting : startSelecting}
    >
      {words.selectButton}
    </button>
  );
}
