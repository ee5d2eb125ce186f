// Debian's Firefox without a window, driven by WebDriver BiDi, which it speaks itself.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { clickPointer, movePointer, pressKey, typeText } from "./actions.ts";
import { openBidi } from "./bidi.ts";
import { createRun, type Driver } from "./driver.ts";
import { programs } from "./installed.ts";

/** No start page, no updates, no questions, and nothing is asked of servers elsewhere. */
const preferences = {
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "intl.accept_languages": "en-GB",
  "media.gmp-manager.updateEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "remote.prefs.recommended": true,
  // a mouse: without a window Firefox would say that there is no pointer
  "ui.allPointerCapabilities": 6,
  "ui.primaryPointerCapabilities": 6,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
};

export async function openFirefox(): Promise<Driver> {
  await using stack = new AsyncDisposableStack();
  const profile = await mkdtemp(path.join(tmpdir(), "stagedoor-firefox-"));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 10 }));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(path.join(profile, "user.js"), lines.join("\n"));
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const env = { ...process.env, HOME: profile, TZ: "Europe/Berlin", MOZ_CRASHREPORTER_DISABLE: "1" };
  const child = spawn(programs.firefox, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  stack.defer(() => end(child));
  const bidi = stack.use(await openBidi(`${await findAddress(child)}/session`));
  await bidi.ask("session.new", {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: "accept", beforeUnload: "accept" } } },
  });
  const { contexts } = await bidi.ask<{ contexts: { context: string }[] }>("browsingContext.getTree", {});
  const context = contexts[0]?.context ?? "";
  const act = async (actions: object[]) => void (await bidi.ask("input.performActions", { context, actions }));
  const kept = stack.move();
  return {
    open: async (url) => void (await bidi.ask("browsingContext.navigate", { context, url, wait: "complete" })),
    run: createRun(async (expression) => {
      const told = { expression, awaitPromise: true, target: { context } };
      const answer = await bidi.ask<{ result?: { value: string } }>("script.evaluate", told);
      if (!answer.result) throw new Error(JSON.stringify(answer).slice(0, 300));
      return answer.result.value;
    }),
    move: (place) => act(movePointer(place)),
    click: (place) => act(clickPointer(place)),
    press: (key) => act(pressKey(key)),
    type: (text) => act(typeText(text)),
    async chooseFile(selector, file) {
      const locator = { type: "css", value: selector };
      const { nodes } = await bidi.ask<{ nodes: object[] }>("browsingContext.locateNodes", { context, locator });
      await bidi.ask("input.setFiles", { context, element: nodes[0], files: [file] });
    },
    resize: async (viewport) => void (await bidi.ask("browsingContext.setViewport", { context, viewport })),
    async takePicture() {
      const { data } = await bidi.ask<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** It says where it listens, once it does. */
async function findAddress(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  if (!child.stderr) throw new Error("Firefox was started without its messages.");
  for await (const line of createInterface({ input: child.stderr })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      // what nobody reads would fill the pipe, and Firefox would wait
      child.stderr.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`Firefox did not start: ${said.join("\n")}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
