// Shown in place of a page that failed to render.
import { Button } from "#web/ui/button.tsx";
import css from "./message-page.module.css";
import { words } from "./words.ts";

export function ErrorPage() {
  return (
    <div className={css.page} role="alert">
      <h1 className={css.text}>{words.error.title}</h1>
      <p className={css.detail}>{words.error.text}</p>
      <Button look="lamp" onClick={() => location.reload()}>
        {words.error.reload}
      </Button>
    </div>
  );
}
