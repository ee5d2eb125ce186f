// Shown while there is no video: the recording's thumbnail, sharp in front and blurred behind; without a thumbnail its waveform.
import { useState } from "react";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import css from "./artwork.module.css";

interface Props {
  thumbnail: string | null;
  colour: string | null;
  peaks: readonly number[];
}

export function Backdrop({ thumbnail, colour }: Omit<Props, "peaks">) {
  return (
    <div className={css.backdrop} style={colour ? { backgroundColor: colour } : {}}>
      {thumbnail && <img className={css.blurred} src={thumbnail} alt="" draggable={false} />}
    </div>
  );
}

export function Cover({ thumbnail, colour, peaks }: Props) {
  const [isMissing, setMissing] = useState(thumbnail === null);
  return (
    <div className={css.cover} style={colour ? { backgroundColor: colour } : {}}>
      {isMissing || thumbnail === null ? (
        <div className={css.face}>
          <Waveform peaks={peaks.length > 0 ? peaks : silence} />
        </div>
      ) : (
        <img src={thumbnail} alt="" draggable={false} onError={() => setMissing(true)} />
      )}
    </div>
  );
}

const silence = Array.from({ length: 64 }, () => 0);
