// Bugs that only a browser shows, some of them only one of the three.
import type { EngineName } from "../browsers/installed.ts";
import type { Bug } from "./bug.ts";

const test = "prove/browsers/browsers.test.ts";
const layout = "nothing covers the header";
const upload = "an upload continues after a reload";
const tap = "a tap on hidden controls";

interface BrowserBug extends Omit<Bug, "test" | "name" | "browser"> {
  engine: EngineName;
  /** As a phone. */
  hasTouch?: boolean;
  journey: string;
}

const all: readonly BrowserBug[] = [
  {
    engine: "Chromium",
    hasTouch: true,
    promise: "on a phone, controls that are hidden do not react to a tap",
    file: "web/player/stage.tsx",
    from: `<div className={css.controls} inert={isOutOfUse}>`,
    to: `<div className={css.controls}>`,
    journey: tap,
  },
  {
    engine: "Chromium",
    hasTouch: true,
    promise: "on a phone, a tap that shows the controls does not pause",
    file: "web/player/touch/use-touch.ts",
    from: `return setIdle(!isIdle);`,
    to: `engine.pause(); return setIdle(!isIdle);`,
    journey: tap,
  },
  {
    engine: "Chromium",
    hasTouch: true,
    promise: "on a phone, a double tap skips ten seconds and does not fill the screen",
    file: "web/player/touch/use-touch.ts",
    from: `return engine.seek(engine.readTime() + act.seconds);`,
    to: `return toggleFullscreen();`,
    journey: "double taps skip ten seconds",
  },
  {
    engine: "Chromium",
    hasTouch: true,
    promise: "on a phone, the seek bar is as high as a thumb needs",
    file: "web/player/seek/seek-bar.module.css",
    from: `height: max(var(--seek-height, 44px), var(--wave-height, 44px));`,
    to: `height: 30px;`,
    journey: "everything that is tapped",
  },
  {
    engine: "Chromium",
    hasTouch: true,
    promise: "on a landscape phone, the picture has the whole screen",
    file: "web/player/stage.module.css",
    from: `    height: 100svh;
    max-height: none;`,
    to: ``,
    journey: "sideways, the picture",
  },
  {
    engine: "WebKit",
    promise: "in WebKit, messages and menus are as high as their content and cover nothing else",
    file: "web/ui/elements.css",
    from: `  inset: auto;
  height: auto;
`,
    to: "",
    journey: layout,
  },
  {
    engine: "Firefox",
    promise: "in Firefox, messages are not partly outside of a window with a scrollbar",
    file: "web/ui/toast.module.css",
    from: `width: min(440px, 100%);`,
    to: `width: min(440px, 100vw);`,
    journey: layout,
  },
  {
    engine: "Firefox",
    promise: "in Firefox, captions are above the controls",
    file: "web/player/captions/captions.module.css",
    from: `.place {\n  position: relative;`,
    to: `.place {\n  position: static;`,
    journey: layout,
  },
  {
    engine: "Firefox",
    promise: "on a phone, captions are large enough to be read",
    file: "web/player/captions/captions.module.css",
    from: `font-size: max(18px, min(2.3cqw, 4.6svh));`,
    to: `font-size: 11px;`,
    journey: layout,
  },
  {
    engine: "WebKit",
    promise: "in WebKit, captions are shown again after a reload",
    file: "web/player/engine/captions/choose.ts",
    from: `if (isAlone(video)) {\n      const now`,
    to: `if (isAlone(video) || shown !== null) {\n      const now`,
    journey: "captions are shown",
  },
  {
    engine: "WebKit",
    promise: "in WebKit, a seek to before the place where a recording continued plays",
    file: "web/player/engine/stream/stream.ts",
    from: `lookForDrops({ type, start, end });`,
    to: ``,
    journey: "a recording continues where it stopped",
  },
  {
    engine: "Chromium",
    promise: "the next person in the same browser sees nothing of the one before",
    file: "web/memory/person.ts",
    from: `if (before !== null && before !== id)`,
    to: `if (before === id)`,
    journey: "the next person",
  },
  {
    engine: "Chromium",
    promise: "a loop repeats, also when those who hear of a seek seek again",
    file: "web/player/engine/create.ts",
    from: `      forgetWaiting();
`,
    to: `      forgetWaiting();
      set({ reopenings: 0 });
`,
    journey: "a loop repeats",
  },
  {
    engine: "Chromium",
    promise: "undoing an edit is not told as a change that could be undone",
    file: "web/undo/undo.ts",
    from: `message: words.undone(done) }`,
    to: `message: words.undone(done), action: { label: words.undo, run: () => undefined } }`,
    journey: "an editor changes title and date",
  },
  {
    engine: "Firefox",
    promise: "in Firefox, a table for screen readers is not visible",
    file: "web/studio/storage/growth-chart.tsx",
    from: `<div className="visually-hidden">
        <table>`,
    to: `<div>
        <table className="visually-hidden">`,
    journey: layout,
  },
  {
    engine: "Chromium",
    promise: "the speed of an upload that continues does not count what was sent before",
    file: "web/studio/upload/sending/pace.ts",
    from: `if (before === null) return { atMs, bytes, bytesPerSecond: null, isSteady: false };`,
    to: `before ??= { atMs: atMs - leastMs, bytes: 0, bytesPerSecond: null, isSteady: true };`,
    journey: upload,
  },
  {
    engine: "Chromium",
    promise: "an uploaded recording has the title that its field showed",
    file: "web/studio/upload/details.ts",
    from: `...(carried && { title: carried })`,
    to: ``,
    journey: upload,
  },
];

export const browserBugs: readonly Bug[] = all.map(({ engine, hasTouch, journey, ...bug }) => ({
  ...bug,
  browser: engine,
  test,
  name: `${engine}${hasTouch ? " with touch" : ""} > ${journey}`,
}));
