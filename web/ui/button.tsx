// The page's button. While busy it keeps its name and its width, and ignores clicks.
import type { ComponentProps, ReactNode } from "react";
import css from "./button.module.css";
import { Spinner } from "./spinner.tsx";

type Props = ComponentProps<"button"> & {
  type?: "button" | "submit";
  look?: "lamp" | "plain" | "quiet" | "danger";
  size?: "small" | "normal";
  busy?: boolean;
  icon?: ReactNode;
};

export function Button({
  type = "button",
  look = "plain",
  size = "normal",
  busy = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={className ? `${css.button} ${className}` : css.button}
      data-look={look}
      data-size={size}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  );
}
