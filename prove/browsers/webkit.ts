// WebKitGTK's small browser, driven by the WebDriver protocol. It needs a display, which Xvfb gives.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "#server/testing/free-port.ts";
import { clickPointer, movePointer, pressKey, typeText } from "./actions.ts";
import { createRun, type Driver, type Size } from "./driver.ts";
import { programs } from "./installed.ts";

/** Scripts wait for what a page does, and a busy machine is slow. */
const scriptMs = 60_000;

export async function openWebkit(): Promise<Driver> {
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(path.join(tmpdir(), "stagedoor-webkit-"));
  stack.defer(() => rm(home, { recursive: true, force: true, maxRetries: 10 }));
  const display = await openDisplay(stack);
  const port = await findFreePort();
  const env = { ...process.env, DISPLAY: display, HOME: home, TZ: "Europe/Berlin", LANG: "C.UTF-8" };
  const server = spawn(programs.webkit, [`--port=${port}`], { env, stdio: "ignore" });
  stack.defer(() => end(server));
  const ask = createAsker(`http://127.0.0.1:${port}`);
  await untilReady(ask);
  const capabilities = { alwaysMatch: { unhandledPromptBehavior: "accept" } };
  const { sessionId } = await ask<{ sessionId: string }>("POST /session", { capabilities });
  const own = `/session/${sessionId}`;
  stack.defer(async () => void (await ask(`DELETE ${own}`).catch(() => undefined)));
  await ask(`POST ${own}/timeouts`, { script: scriptMs });
  const act = async (actions: object[]) => void (await ask(`POST ${own}/actions`, { actions }));
  const run = createRun((expression) =>
    ask<string>(`POST ${own}/execute/async`, { script: `${expression}.then(arguments[0])`, args: [] }),
  );
  await openBareWindow(ask, own);
  const kept = stack.move();
  return {
    open: async (url) => void (await ask(`POST ${own}/url`, { url })),
    run,
    move: (place) => act(movePointer(place)),
    click: (place) => act(clickPointer(place)),
    press: (key) => act(pressKey(key)),
    type: (text) => act(typeText(text)),
    async chooseFile(selector, file) {
      const found = await ask<object>(`POST ${own}/element`, { using: "css selector", value: selector });
      await ask(`POST ${own}/element/${Object.values(found)[0]}/value`, { text: file });
    },
    resize: (size) => resize(size, run, (rect) => ask(`POST ${own}/window/rect`, rect)),
    takePicture: async () => Buffer.from(await ask<string>(`GET ${own}/screenshot`), "base64"),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** A window without a toolbar: with one it cannot be as narrow as a phone. It opens by a click: others are blocked. */
async function openBareWindow(ask: Ask, own: string): Promise<void> {
  const first = await ask<string>(`GET ${own}/window`);
  const opener = `<body onclick="open('about:blank', '', 'popup,width=800,height=600')" style="height: 100vh">`;
  await ask(`POST ${own}/url`, { url: `data:text/html,${encodeURIComponent(opener)}` });
  await ask(`POST ${own}/actions`, { actions: clickPointer({ x: 50, y: 50 }) });
  for (let tries = 0; tries < 100; tries += 1) {
    const handles = await ask<string[]>(`GET ${own}/window/handles`);
    const handle = handles.find((one) => one !== first);
    if (handle !== undefined) return void (await ask(`POST ${own}/window`, { handle }));
    await sleep(100);
  }
  throw new Error("WebKit did not open a window without a toolbar.");
}

/** The window is larger than the page in it, by as much as its frame needs. */
async function resize({ width, height }: Size, run: Driver["run"], setWindow: (rect: object) => Promise<unknown>) {
  const rect = { x: 0, y: 0, width, height };
  let page = { width: 0, height: 0 };
  for (let tries = 0; tries < 50; tries += 1) {
    await setWindow(rect);
    page = await run(() => ({ width: innerWidth, height: innerHeight }));
    if (page.width === width && page.height === height) return;
    rect.width += width - page.width;
    rect.height += height - page.height;
    await sleep(100);
  }
  throw new Error(`WebKit's window cannot be ${width} x ${height}: it is ${page.width} x ${page.height}`);
}

type Ask = <T>(call: string, body?: object) => Promise<T>;

function createAsker(origin: string): Ask {
  return async <T>(call: string, body?: object) => {
    const [method = "", route = ""] = call.split(" ");
    const response = await fetch(origin + route, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
}

async function untilReady(ask: Ask): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const isReady = await ask("GET /status").then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await sleep(50);
  }
  throw new Error("WebKit's driver did not start.");
}

/** Large enough for every size, and with a number that Xvfb finds free. */
async function openDisplay(stack: AsyncDisposableStack): Promise<string> {
  const args = ["-displayfd", "3", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"];
  const child = spawn(programs.display, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  stack.defer(() => end(child));
  const pipe = child.stdio[3] as NodeJS.ReadableStream | null;
  if (!pipe) throw new Error("Xvfb was started without a pipe.");
  const [number] = (await once(pipe, "data")) as [Buffer];
  return `:${number.toString("utf8").trim()}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
