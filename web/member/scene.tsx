// The layout of the home page for people without access: text beside the picture of the stage door.
import type { ReactNode } from "react";
import css from "./scene.module.css";
import { StageDoor } from "./stage-door.tsx";

export function Scene({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <div className={css.scene}>
      <div className={css.words}>{children}</div>
      <StageDoor isOpen={isOpen} />
    </div>
  );
}
