// Words beside the stage door at night: the page of everyone who is not inside yet.
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
