// The player's icons, drawn on 24 by 24.
import css from "./icon.module.css";

const paths = {
  play: { d: "M8 5.2v13.6a.6.6 0 0 0 .92.5l10.6-6.8a.6.6 0 0 0 0-1L8.92 4.7A.6.6 0 0 0 8 5.2", isFilled: true },
  pause: { d: "M7 5h3.4v14H7zM13.6 5H17v14h-3.4z", isFilled: true },
  replay: { d: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.7M4.5 4.2v4.5H9" },
  previous: {
    d: "M18.2 6.2v11.6a.5.5 0 0 1-.78.4L9 12.4a.5.5 0 0 1 0-.8l8.4-5.8a.5.5 0 0 1 .8.4M5.6 5.6h2v12.8h-2z",
    isFilled: true,
  },
  next: {
    d: "M5.8 6.2v11.6a.5.5 0 0 0 .78.4l8.4-5.8a.5.5 0 0 0 0-.8L6.6 5.8a.5.5 0 0 0-.8.4M16.4 5.6h2v12.8h-2z",
    isFilled: true,
  },
  back: { d: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4.5 8.7M4.5 4.2v4.5H9" },
  forward: { d: "M19.5 12a7.5 7.5 0 1 1-2.4-5.5l2.4 2.2M19.5 4.2v4.5H15" },
  loud: { d: "M4 9.5v5h3.2l4.3 3.8V5.7L7.2 9.5zM15 9.2a4 4 0 0 1 0 5.6M17.6 6.6a7.7 7.7 0 0 1 0 10.8" },
  quiet: { d: "M4 9.5v5h3.2l4.3 3.8V5.7L7.2 9.5zM15 9.2a4 4 0 0 1 0 5.6" },
  muted: { d: "M4 9.5v5h3.2l4.3 3.8V5.7L7.2 9.5zM15.2 9.6l4.8 4.8M20 9.6l-4.8 4.8" },
  loop: {
    d: "M5 11V9.5A2.5 2.5 0 0 1 7.5 7H18M15.5 4.2 18.3 7l-2.8 2.8M19 13v1.5a2.5 2.5 0 0 1-2.5 2.5H6M8.5 19.8 5.7 17l2.8-2.8",
  },
  link: {
    d: "M10 14a3.6 3.6 0 0 0 5.1 0l3-3A3.6 3.6 0 0 0 13 5.9l-1.2 1.2M14 10a3.6 3.6 0 0 0-5.1 0l-3 3A3.6 3.6 0 0 0 11 18.1l1.2-1.2",
  },
  share: { d: "M12 14.5V4M8.2 7.4 12 3.6l3.8 3.8M6.5 10.5H5v9h14v-9h-1.5" },
  settings: { d: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4" },
  captions: { d: "M4 6h16v12H4zM10.5 10.5a2 2 0 1 0 0 3M16.5 10.5a2 2 0 1 0 0 3" },
  inPicture: { d: "M4 6h16v12H4zM12.5 12.5h5v3.5h-5z" },
  bigScreen: {
    d: "M7 17H5a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 5 6h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 17h-2M12 14.5l4 5H8z",
  },
  theatre: { d: "M3.5 7h17v10h-17zM6.5 10h11M6.5 14h11" },
  fullscreen: { d: "M9 4.5H4.5V9M15 4.5h4.5V9M9 19.5H4.5V15M15 19.5h4.5V15" },
  window: { d: "M4.5 9H9V4.5M19.5 9H15V4.5M4.5 15H9v4.5M19.5 15H15v4.5" },
  keys: { d: "M3.5 7h17v10h-17zM7 10.5h.01M10.3 10.5h.01M13.6 10.5h.01M17 10.5h.01M8.5 14h7" },
  down: { d: "m5.5 9 6.5 6.5L18.5 9" },
  queue: { d: "M4 6.5h16M4 11.5h10M4 16.5h8M16 13v7l5-3.5z" },
  close: { d: "m6.5 6.5 11 11M17.5 6.5l-11 11" },
  left: { d: "m14 5.5-6.5 6.5 6.5 6.5" },
  right: { d: "m10 5.5 6.5 6.5-6.5 6.5" },
} as const satisfies Record<string, { d: string; isFilled?: boolean }>;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  const drawn: { d: string; isFilled?: boolean } = paths[name];
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true" data-filled={drawn.isFilled}>
      <path d={drawn.d} />
    </svg>
  );
}
