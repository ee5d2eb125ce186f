// What is left when a page breaks: an apology and a way on.
import { Button } from "#web/ui/button.tsx";
import css from "./message-page.module.css";

export function ErrorPage() {
  return (
    <div className={css.page} role="alert">
      <h1 className={css.text}>Something broke on our side</h1>
      <p className={css.detail}>
        This page could not be shown. Reloading usually helps; if it does not, the archive may just have been updated or
        be out of reach for a moment.
      </p>
      <Button look="lamp" onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  );
}
