// The browsers by name: which of them are tried in this run, and how they are opened.
import { scaled } from "#server/testing/proof.ts";
import { openChromium } from "./chromium.ts";
import type { Driver } from "./driver.ts";
import { openFirefox } from "./firefox.ts";
import { type EngineName, engineNames, isInstalled } from "./installed.ts";
import { openWebkit } from "./webkit.ts";

const openers: Record<EngineName, () => Promise<Driver>> = {
  Chromium: openChromium,
  Firefox: openFirefox,
  WebKit: openWebkit,
};

/** BROWSERS=Firefox,WebKit or BROWSERS=all chooses them; else all in `npm run prove`, and Chromium in `npm test`. */
export function chooseEngines(): EngineName[] {
  const asked = process.env["BROWSERS"] ?? (scaled(0, 1) > 0 ? "all" : "Chromium");
  const wanted = engineNames.filter((name) => asked === "all" || asked.split(",").includes(name));
  for (const name of wanted.filter((one) => !isInstalled(one)))
    console.log(`${name} is not installed: nothing is tried in it. \`npm run prove\` as root installs it on Debian.`);
  return wanted.filter(isInstalled);
}

export function openEngine(name: EngineName): Promise<Driver> {
  return openers[name]();
}
