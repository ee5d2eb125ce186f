// hls.js's own loader, but it adds the black rendition to playlists, generates its fragments, and leaves out sizes that are
// missing on the server. Part of the engine.
import Hls, { type HlsConfig, type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from "hls.js";
import { addBlack, blacken, isBlack, makeBlack } from "./black.ts";
import { leaveOut } from "./missing-sizes.ts";

interface Given {
  /** The time written in the first fragment of the video. */
  startSeconds(): number;
  missing: ReadonlySet<string>;
  /** What is being loaded. */
  running: Set<{ readonly stats: { loaded: number } }>;
}

export function loaderFor({ startSeconds, missing, running }: Given): HlsConfig["loader"] {
  const Plain = Hls.DefaultConfig.loader;
  return class BlackLoader extends Plain {
    private timer: ReturnType<typeof setTimeout> | undefined;

    override load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>) {
      running.add(this);
      const isText = context.responseType !== "arraybuffer";
      if (!isText && isBlack(context.url)) return this.answer(context, callbacks, makeBlack(context.url));
      const given = isText ? { ...callbacks, onSuccess: withBlack(callbacks.onSuccess) } : callbacks;
      super.load(context, config, given);
    }
    override abort() {
      clearTimeout(this.timer);
      super.abort();
    }
    override destroy() {
      running.delete(this);
      clearTimeout(this.timer);
      super.destroy();
    }
    private answer(context: LoaderContext, callbacks: LoaderCallbacks<LoaderContext>, data: ArrayBuffer | string) {
      this.context = context;
      const { stats } = this;
      const now = performance.now();
      stats.loading = { start: now, first: now, end: now };
      stats.loaded = typeof data === "string" ? data.length : data.byteLength;
      stats.total = stats.loaded;
      // not within the call: hls.js expects to have returned from it
      this.timer = setTimeout(
        () => callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null),
        0,
      );
    }
  };

  function withBlack(onSuccess: LoaderCallbacks<LoaderContext>["onSuccess"]): typeof onSuccess {
    return (response, stats, context, details) => {
      const text = typeof response.data === "string" ? response.data : "";
      const isMaster = text.includes("#EXT-X-STREAM-INF");
      const data = isMaster
        ? addBlack(leaveOut(text, missing, new URL(context.url, location.href)))
        : isBlack(context.url)
          ? blacken(text, startSeconds())
          : text;
      // response.url lacks the part behind #, by which the black rendition is recognised
      onSuccess({ ...response, url: context.url, data }, stats, context, details);
    };
  }
}
