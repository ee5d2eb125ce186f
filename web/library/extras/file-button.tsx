// A button that asks for one file.
import { useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./extras.module.css";

interface Props {
  label: string;
  /** If the label alone does not say of what. */
  name?: string;
  accept: string;
  take: (file: File) => void;
}

export function FileButton({ label, name, accept, take }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" aria-label={name} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        className={css.hiddenInput}
        tabIndex={-1}
        aria-hidden="true"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // so that the same file can be chosen again
          target.value = "";
          if (file) take(file);
        }}
      />
    </>
  );
}
