// A time to the tenth of a second that can be typed; what is not a time gets a sentence and changes nothing.
import { useId, useState } from "react";
import { formatTenths } from "#web/player/time.ts";
import css from "./rows.module.css";
import { words } from "#web/player/borders/words.ts";
import { toTenth } from "#web/player/borders/model/rows.ts";

interface Props {
  name: string;
  seconds: number | null;
  duration: number;
  /** Returns what is wrong with it, or null. */
  set: (seconds: number | null) => string | null;
  isOff?: boolean;
}

export function TimeField({ name, seconds, duration, set, isOff = false }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const written = seconds === null ? "" : formatTenths(seconds, duration);
  const settle = () => {
    if (typed === null || typed === written) return setTyped(null);
    const read = readClock(typed);
    const wrong = read === undefined ? words.list.badTime : set(read);
    setProblem(wrong);
    if (wrong === null) setTyped(null);
  };
  return (
    <div className={css.field}>
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        className={css.clock}
        inputMode="decimal"
        size={9}
        disabled={isOff}
        value={typed ?? written}
        placeholder="0:00.0"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
        onBlur={settle}
        onKeyDown={(event) => event.key === "Enter" && settle()}
      />
      {problem !== null && (
        <small id={`${id}-problem`} role="alert" className={css.problem}>
          {problem}
        </small>
      )}
    </div>
  );
}

/** Null for an empty text; undefined when it is not a time. */
export function readClock(text: string): number | null | undefined {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return null;
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d*)?)$/.exec(typed);
  if (!match) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  const isClock = typed.includes(":");
  if (isClock && Number(seconds) >= 60) return undefined;
  return toTenth(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
