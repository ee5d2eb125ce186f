// Which browsers this machine has. scripts/bootstrap.mjs installs them before `npm run prove`, where it may.
import { existsSync } from "node:fs";

export const programs = {
  firefox: "/usr/bin/firefox-esr",
  webkit: "/usr/bin/WebKitWebDriver",
  display: "/usr/bin/Xvfb",
} as const;

export const engineNames = ["Chromium", "Firefox", "WebKit"] as const;
export type EngineName = (typeof engineNames)[number];

/** Chromium comes from npm; the others are Debian's. */
const needed: Record<EngineName, readonly string[]> = {
  Chromium: [],
  Firefox: [programs.firefox],
  WebKit: [programs.webkit, programs.display],
};

export function isInstalled(engine: EngineName): boolean {
  return needed[engine].every((program) => existsSync(program));
}
