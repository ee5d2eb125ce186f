// A recording's picture: it fades in from its own colour, so nothing jumps. Without one, the waveform is its face.
import { useState } from "react";
import type { VideoInList } from "#contract/video.ts";
import { Waveform } from "#web/ui/waveform.tsx";
import { readPeaks } from "./peaks.ts";
import css from "./picture.module.css";

type Props = { video: Pick<VideoInList, "thumbnail_url" | "dominant_color" | "peaks"> };

export function Picture({ video }: Props) {
  const [phase, setPhase] = useState<"waiting" | "shown" | "missing">(video.thumbnail_url ? "waiting" : "missing");
  const ground = video.dominant_color ? { backgroundColor: video.dominant_color } : {};
  if (phase === "missing" || !video.thumbnail_url) return <Face peaks={video.peaks} />;
  return (
    <span className={css.picture} style={ground}>
      <img
        className={css.image}
        src={video.thumbnail_url}
        alt=""
        decoding="async"
        draggable={false}
        data-shown={phase === "shown"}
        // One that is at hand already may be there before anyone listens.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setPhase("shown");
        }}
        onLoad={() => setPhase("shown")}
        onError={() => setPhase("missing")}
      />
    </span>
  );
}

const silence = Array.from({ length: 64 }, () => 0);

function Face({ peaks }: { peaks: string | null }) {
  const bars = readPeaks(peaks);
  return (
    <span className={css.picture} data-missing="true">
      <span className={css.face}>
        <Waveform peaks={bars.length > 0 ? bars : silence} />
      </span>
    </span>
  );
}
