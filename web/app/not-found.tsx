// /404: a recording without a sound.
import { Link } from "react-router";
import { usePageTitle } from "#web/title.ts";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import css from "./message-page.module.css";

const silence = Array.from({ length: 64 }, () => 0);

export function NotFoundPage() {
  usePageTitle("Not found");
  return (
    <div className={css.page}>
      <div className={css.picture}>
        <Waveform peaks={silence} label="A waveform without a sound: a flat line" />
      </div>
      <h1 className={css.text}>Oh no, this page was not found!</h1>
      <Link to="/">Back to the archive</Link>
    </div>
  );
}
