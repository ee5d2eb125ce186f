// How the page is built: React Compiler where a list or the player says "use memo", chunks that stay cached across releases, and files compressed at build time.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { leanHls } from "./lean-hls.ts";

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: path.resolve(import.meta.dirname, "../.cache/vite"),
  plugins: [react({ compiler: { compilationMode: "annotation" } }), leanHls(), early(), precompress()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    // The first versions with light-dark(), which ui/tokens.css needs.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // data: addresses would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Libraries are chunks of their own, so that a release does not invalidate them in caches.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            // Only what the first page needs; a lazy page loads its own libraries.
            { name: "vendor", test: /node_modules/, priority: 1, tags: ["$initial"] },
            // Our own code of the first page is one file: small ones compress badly.
            { name: "first", test: /./, tags: ["$initial"] },
            // What the home page shares with others: one file is sooner here than six, each of a few hundred bytes.
            {
              name: "shared",
              test: /[\\/](contract[\\/]dates|web)[\\/](dates|duration|list-query|peaks|ui[\\/]blank)\./,
            },
          ],
        },
      },
    },
  },
  server: {
    // With the slash: /api.ts is a source file of the page.
    proxy: Object.fromEntries(
      ["/api/", "/pictures/"].map((path) => [path, process.env["DEV_SERVER"] ?? "http://127.0.0.1:8080"]),
    ),
    fs: { allow: [path.resolve(import.meta.dirname, "..")] },
  },
});

/** A member's home page asks for its code together with the first scripts; without a server of ours nobody is a member. */
function early(): Plugin {
  return {
    name: "early",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html.replaceAll(/<!-- for (?:members|the home page)[\s\S]*?<!-- end -->/g, "");
        const home = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.facadeModuleId?.endsWith("/library/home.tsx"),
        );
        if (home?.type !== "chunk") throw new Error("the code of the home page is not a file of its own");
        const parts = [home.fileName, ...home.imports].flatMap((name) => bundle[name] ?? []);
        const own = parts.filter((part) => part.type === "chunk" && !html.includes(part.fileName));
        const scripts = own.map(({ fileName }) => fileName);
        const styles = own.flatMap((part) =>
          part.type === "chunk" ? [...(part.viteMetadata?.importedCss ?? [])] : [],
        );
        const lines = [
          ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
          ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
        ];
        return html.replace(/(<!-- for the home page[^>]*-->)/, (mark) => [mark, ...lines].join("\n    "));
      },
    },
  };
}

function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    writeBundle({ dir }) {
      if (dir === undefined) return;
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        // index.html is written per response: the server puts a nonce into it.
        if (!entry.isFile() || entry.name === "index.html" || !/\.(js|css|svg|html|webmanifest)$/.test(entry.name))
          continue;
        const file = path.join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
