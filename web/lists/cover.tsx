// The picture of a list: its own, or up to four of what is in it. The title beside it says what it is.
import css from "./cover.module.css";

const most = 4;

export function Cover({ pictures, className = "" }: { pictures: readonly string[]; className?: string | undefined }) {
  const shown = [...new Set(pictures)].slice(0, most);
  return (
    <span className={`${css.cover} ${className}`} data-count={shown.length}>
      {shown.map((url) => (
        <img key={url} src={url} alt="" loading="lazy" />
      ))}
      {shown.length === 0 && (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M7.5 15V5l8-1.5V13M7.5 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0m8-2a2 2 0 1 1-4 0 2 2 0 0 1 4 0" />
        </svg>
      )}
    </span>
  );
}

export function picturesOf(entries: readonly { thumbnail_url: string | null }[]): string[] {
  return entries.flatMap(({ thumbnail_url }) => thumbnail_url ?? []);
}
