// The icons of lists, drawn on 24 by 24.
import css from "./icon.module.css";

const paths = {
  heart: "M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.2 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z",
  add: "M4 7h11M4 12h7M4 17h7M17.5 12v8M13.5 16h8",
  list: "M4 7h16M4 12h16M4 17h10",
  later: "M12 7v5l3.5 2M12 3.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4z",
  play: "M8 5v14l11-7z",
  shuffle: "M4 7h3.5l8 10H20M4 17h3.5l2.4-3M13 9.6 15.5 7H20M17.5 4.5 20 7l-2.5 2.5M17.5 14.5 20 17l-2.5 2.5",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  save: "M12 4v10.5M8 11l4 4 4-4M5 19.5h14",
  heard: "M3 12h4l3-8 4 16 3-8h4",
  remove: "m6.5 6.5 11 11m0-11-11 11",
} as const;

export function ListIcon({ name, isFilled = false }: { name: keyof typeof paths; isFilled?: boolean }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true" data-filled={isFilled} data-name={name}>
      <path d={paths[name]} />
    </svg>
  );
}
