// The picture of a collection: its own, or four of its recordings. The title beside it says what it is.
import css from "./collections.module.css";

const mosaic = 4;

export function Cover({ pictures, className = "" }: { pictures: readonly string[]; className?: string | undefined }) {
  const isMosaic = pictures.length >= mosaic;
  const shown = isMosaic ? pictures.slice(0, mosaic) : pictures.slice(0, 1);
  return (
    <span className={`${css.cover} ${className}`} data-several={isMosaic}>
      {shown.map((url) => (
        <img key={url} src={url} alt="" loading="lazy" />
      ))}
    </span>
  );
}
