// What somebody else saved while this was being written, field by field.
import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./clashes.module.css";
import { type Clash, fieldLabels } from "./draft.ts";

interface Props {
  clashes: readonly Clash[];
  takeTheirs: (clash: Clash) => void;
}

export function Clashes({ clashes, takeTheirs }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} role="alert" className={css.clashes}>
      <strong>Somebody else saved this recording in the meantime.</strong>
      <p>
        {clashes.some(({ isBoth }) => isBoth)
          ? "What you wrote is still here. Save again to put it on top, or take theirs."
          : "What they changed is taken over, what you wrote is still here. Save again to keep both."}
      </p>
      {clashes.map((clash) => (
        <div key={clash.field} className={css.clash}>
          <strong>{fieldLabels[clash.field]}</strong>
          <dl className={css.values}>
            <dt>{clash.isBoth ? "Theirs" : "Taken over"}</dt>
            <dd dir="auto">{clash.theirs}</dd>
            {clash.isBoth && (
              <>
                <dt>Yours</dt>
                <dd dir="auto">{clash.yours}</dd>
              </>
            )}
          </dl>
          {clash.isBoth && (
            <Button
              size="small"
              aria-label={`Use theirs for ${fieldLabels[clash.field]}`}
              onClick={() => takeTheirs(clash)}
            >
              Use theirs
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
