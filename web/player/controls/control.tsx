// One round button of the player: an icon with a name.
import type { ComponentProps } from "react";
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
};

export function Control({ name, sign, shortcut, look = "plain", mark, className, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${css.control} ${className}` : css.control}
      data-look={look}
      aria-label={name}
      title={shortcut ? words.buttons.withShortcut(name, shortcut) : name}
    >
      <Icon name={sign} />
      {mark && <span className={css.mark}>{mark}</span>}
    </button>
  );
}
