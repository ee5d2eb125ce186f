// The Chromium that tests run on: unpacked once from an npm package (linux-x64, needs no system libraries); on arm64, and
// with CHROMIUM=debian anywhere, Debian's own, which scripts/bootstrap.mjs installs; with CHROMIUM=<path> that one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The first one has no window to draw: it needs a quarter less of the processor. */
const debian = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const installed = [...debian, "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

export function chromium(): string {
  const wanted = process.env.CHROMIUM;
  if (wanted && wanted !== "debian") return wanted;
  if (!wanted && process.platform === "linux" && process.arch === "x64") return unpackFromNpm();
  const found = (wanted ? debian : installed).find((file) => existsSync(file));
  if (!found)
    throw new Error(
      "No Chromium found. Install Chrome or Chromium (on Debian: the package chromium), or set CHROMIUM to its path.",
    );
  return found;
}

function unpackFromNpm(): string {
  const manifest = path.resolve("node_modules/@sparticuz/chromium/package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const folder = path.resolve(".cache", `chromium-${version}`);
  const wrapper = path.join(folder, "chromium.sh");
  if (existsSync(wrapper)) return wrapper;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const unpack = "import('@sparticuz/chromium').then((m) => m.default.executablePath())";
  const result = spawnSync(process.execPath, ["-e", unpack], {
    // it unpacks into TMPDIR, and its NSS libraries only where it believes itself on Lambda
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
    stdio: "inherit",
  });
  if (result.status !== 0) throw new Error("Could not unpack Chromium from node_modules/@sparticuz/chromium.");
  writeFileSync(path.join(folder, "fonts", "fonts.conf"), fontSettings(folder));
  // only Chromium may see those libraries, so they are set in a wrapper and not in our environment
  const script = `#!/bin/sh
export LD_LIBRARY_PATH="${folder}/al2023/lib" FONTCONFIG_PATH="${folder}/fonts"
exec "${folder}/chromium" "$@"
`;
  writeFileSync(`${wrapper}.part`, script, { mode: 0o755 });
  renameSync(`${wrapper}.part`, wrapper);
  return wrapper;
}

/** The package's own file names a temporary folder; without a font every text has no height. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`;
}
