// A recording's picture. It fades in from its main colour, so that nothing jumps. Without a picture the waveform is shown.
import { useRef, useState } from "react";
import type { VideoInList } from "#contract/video.ts";
import { readPeaks } from "#web/peaks.ts";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import css from "./picture.module.css";

type Props = { video: Pick<VideoInList, "thumbnail_url" | "dominant_color" | "peaks"> };

/** A picture that loads faster is shown without fading: hundreds of fading pictures make scrolling slow. */
const soonMs = 200;

export function Picture({ video }: Props) {
  const [phase, setPhase] = useState<"waiting" | "shown" | "late" | "missing">(
    video.thumbnail_url ? "waiting" : "missing",
  );
  const askedAt = useRef(0);
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
        data-phase={phase}
        // A cached picture may be complete before onLoad is attached.
        ref={(image) => {
          askedAt.current ||= performance.now();
          if (phase === "waiting" && image?.complete && image.naturalWidth > 0) setPhase("shown");
        }}
        onLoad={() => setPhase(performance.now() - askedAt.current > soonMs ? "late" : "shown")}
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
