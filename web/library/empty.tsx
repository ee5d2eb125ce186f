// The archive before its first recording.
import { Waveform } from "#web/ui/waveform.tsx";
import css from "./empty.module.css";

const silence = Array.from({ length: 64 }, () => 0);

export function Empty() {
  return (
    <div className={css.empty}>
      <div className={css.line}>
        <Waveform peaks={silence} />
      </div>
      <p>There are no recordings here yet. The first one will appear as soon as it is in the archive.</p>
    </div>
  );
}
