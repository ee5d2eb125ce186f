// hls.js from its own sources, without what our recordings never need: they are plain fragmented MP4, whole, unencrypted.
// The published package contains everything. Only the built page uses this; types and tests use the package.
import { realpathSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

// where it really is: the folder of packages may be a link, as in the copies in which bugs are planted
const source = realpathSync(path.resolve(import.meta.dirname, "../node_modules/hls.js/src"));
const small = path.resolve(import.meta.dirname, "lean-hls-parts.ts");

/** https://github.com/video-dev/hls.js/blob/master/build-config.js */
const define = {
  __VERSION__: JSON.stringify("lean"),
  __USE_ALT_AUDIO__: "true",
  __USE_EME_DRM__: "false",
  __USE_SUBTITLES__: "false",
  __USE_CMCD__: "false",
  __USE_CONTENT_STEERING__: "false",
  __USE_VARIABLE_SUBSTITUTION__: "false",
  __USE_M2TS_ADVANCED_CODECS__: "false",
  __USE_MEDIA_CAPABILITIES__: "false",
  __USE_INTERSTITIALS__: "false",
  __USE_IFRAMES__: "false",
  __IN_WORKER__: "false",
  __HLS_WORKER_BUNDLE__: "undefined",
};

/** Other containers, encryption, live streams, metadata in the stream: each is replaced by an empty class. */
const left =
  /\/(tsdemuxer|aacdemuxer|mp3demuxer|ac3-demuxer|mp4-remuxer|decrypter|key-loader|id3-track-controller|latency-controller|fetch-loader|content-steering-controller|interstitials-controller|cmcd-controller|eme-controller|iframe-controller|subtitle-stream-controller|subtitle-track-controller|timeline-controller|cues|imsc1-ttml-parser|webvtt-parser)$/;

export function leanHls(): Plugin {
  return {
    name: "lean-hls",
    apply: "build",
    enforce: "pre",
    config: () => ({ define }),
    resolveId(specifier, importer) {
      if (specifier === "hls.js") return path.join(source, "hls.ts");
      if (!importer?.startsWith(source)) return null;
      const isPackage = !specifier.startsWith(".");
      return isPackage || left.test(specifier) ? small : null;
    },
  };
}
