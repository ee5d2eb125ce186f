// One round button of the player: an icon with a name.
import { type ComponentProps, type MouseEvent, type PointerEvent, useEffect, useRef } from "react";
import css from "./control.module.css";
import { Icon, type IconName } from "./icon.tsx";
import { words } from "./words.ts";

type Props = Omit<ComponentProps<"button">, "children"> & {
  name: string;
  sign: IconName;
  /** Shown with the name when the pointer rests on it. */
  shortcut?: string;
  look?: "plain" | "big";
  /** Written on the icon: the seconds of a skip. */
  mark?: string;
  /** What a long press does, where the name says so. */
  onHold?: (() => void) | undefined;
};

export function Control({ name, sign, shortcut, look = "plain", mark, className, onHold, ...rest }: Props) {
  const hold = useHold(onHold);
  return (
    <button
      type="button"
      {...rest}
      {...(onHold && hold)}
      className={className ? `${css.control} ${className}` : css.control}
      data-look={look}
      aria-label={name}
      title={rest.title ?? (shortcut ? words.buttons.withShortcut(name, shortcut) : name)}
    >
      <Icon name={sign} />
      {mark && <span className={css.mark}>{mark}</span>}
    </button>
  );
}

const holdMs = 500;

function useHold(run: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  const letGo = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const swallow = (event: MouseEvent) => {
    if (!wasHeld.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDown: ({ button }: PointerEvent) => {
      wasHeld.current = false;
      letGo();
      if (button !== 0) return;
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        run?.();
      }, holdMs);
    },
    onPointerUp: letGo,
    onPointerLeave: letGo,
    onPointerCancel: letGo,
    onContextMenu: swallow,
    onClickCapture: (event: MouseEvent) => {
      swallow(event);
      // the next one may come from a key
      wasHeld.current = false;
    },
  };
}
