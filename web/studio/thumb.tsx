// A recording's small picture in a list; where there is none, its quiet place.
import { useState } from "react";
import css from "./thumb.module.css";

export function Thumb({ address }: { address: string | null }) {
  const [isMissing, setMissing] = useState(address === null);
  return (
    <span className={css.thumb}>
      {isMissing || address === null ? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12h.01M8 9v6M12 6v12M16 9v6M20 12h.01" />
        </svg>
      ) : (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setMissing(true)} />
      )}
    </span>
  );
}
