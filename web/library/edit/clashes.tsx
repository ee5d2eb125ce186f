// What somebody else saved while this editor was typing, field by field.
import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./clashes.module.css";
import type { Clash } from "./draft.ts";
import { words } from "./words.ts";

const { conflict, fields } = words;

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
      <strong>{conflict.heading}</strong>
      <p>{clashes.some(({ isBoth }) => isBoth) ? conflict.bothChanged : conflict.merged}</p>
      {clashes.map((clash) => (
        <div key={clash.field} className={css.clash}>
          <strong>{fields[clash.field]}</strong>
          <dl className={css.values}>
            <dt>{clash.isBoth ? conflict.theirs : conflict.added}</dt>
            <dd dir="auto">{clash.theirs}</dd>
            {clash.isBoth && (
              <>
                <dt>{conflict.yours}</dt>
                <dd dir="auto">{clash.yours}</dd>
              </>
            )}
          </dl>
          {clash.isBoth && (
            <Button
              size="small"
              aria-label={conflict.theirsForField(fields[clash.field] ?? clash.field)}
              onClick={() => takeTheirs(clash)}
            >
              {conflict.takeTheirs}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
