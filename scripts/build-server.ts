// Puts the server, the command line and their libraries into server/dist: a few files of JavaScript instead of thousands,
// which start in half the time and need a fifth less memory. See decision 032.
import path from "node:path";
import type { Plugin } from "rolldown";
import { buildOnce } from "./build-once.ts";

const dist = path.resolve("server/dist");

/** What our libraries load at once and we never use: YAML of the API's description, traces, requests without a connection, checks by Ajv. */
const unused = {
  yaml: false,
  "@opentelemetry/api": false,
  "light-my-request": false,
  "@fastify/ajv-compiler": false,
  "@fastify/fast-json-stringify-compiler": false,
} as const;

/** Returns how long it took in seconds, or undefined when it was up to date. */
export async function buildServer(): Promise<number | undefined> {
  return buildOnce({ name: "server", sources: ["contract", "scripts", "server"], dist, make });
}

async function make(folder: string): Promise<void> {
  // an installed archive builds nothing, and does not have it
  const { build } = await import("rolldown");
  await build({
    input: { main: "server/main.ts", archive: "scripts/archive.ts" },
    platform: "node",
    // pg asks for it and does without
    external: ["pg-native"],
    plugins: [keepPlaces, keepAscii],
    resolve: { alias: unused },
    // the text of a program stays in memory, and a tenth of it was comments; licences stay
    output: { dir: folder, format: "esm", comments: { legal: true, annotation: false, jsdoc: false } },
    // libraries are not ours to warn about
    logLevel: "silent",
  });
}

/** A source that reads a file beside it still finds it: from where the result will be. */
const keepPlaces: Plugin = {
  name: "keep-places",
  transform: {
    filter: { id: { include: /\.(ts|mjs)$/, exclude: /node_modules/ }, code: "import.meta.url" },
    handler: (code, id) => {
      const place = JSON.stringify(path.relative(dist, id));
      return code.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`);
    },
  },
};

/** Node keeps a file in memory with two bytes for each character as soon as one is not ASCII. */
const keepAscii: Plugin = {
  name: "keep-ascii",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      if (/\\[\u0080-\uffff]/.test(file.code))
        throw new Error(`${file.fileName} has a character after a backslash that is not ASCII`);
      file.code = file.code.replaceAll(
        /[\u0080-\uffff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};
