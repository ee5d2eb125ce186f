// The logo: a half-open door with a lamp above it. The same drawing as public/mark.svg, in the page's colours.
import css from "./mark.module.css";

export function Mark() {
  return (
    <svg className={css.mark} viewBox="7 1 18 31" aria-hidden="true">
      <path className={css.lit} d="M9.5 7.5h13a1 1 0 0 1 1 1V28h-15V8.5a1 1 0 0 1 1-1z" />
      <path className={css.leaf} d="M8.5 7.5 18 10.2v21L8.5 28z" />
      <circle className={css.handle} cx="15.6" cy="20" r="1.1" />
      <path className={css.lit} d="M12.8 4.8a3.2 3.2 0 0 1 6.4 0z" />
    </svg>
  );
}
