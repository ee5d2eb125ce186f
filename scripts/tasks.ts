// What `npm start`, `npm test` and the other commands do, once bootstrap.mjs has installed what they need.
import { spawn } from "node:child_process";
import { buildPage } from "./build-page.ts";
import { buildServer } from "./build-server.ts";
import { builtCommands, builtServer } from "./built.ts";
import { runChecks, runTests } from "./test.ts";
import { words } from "./words.ts";

const [task = "start", ...args] = process.argv.slice(2);

switch (task) {
  case "start": {
    await buildAloud();
    become(builtServer, ...args);
    break;
  }
  case "build":
    await buildAloud();
    break;
  case "test":
    process.exitCode = await runTests(args);
    break;
  case "check":
    process.exitCode = await runChecks(args);
    break;
  case "dev":
    await runDev();
    break;
  case "bench":
    become("bench/main.ts", ...args);
    break;
  case "prove":
    become("prove/main.ts", ...args);
    break;
  case "release":
    await buildAloud();
    become("scripts/release.ts");
    break;
  case "demo-originals":
    become("scripts/demo-originals.ts", ...args);
    break;
  case "archive":
    await buildServer();
    become(builtCommands, ...args);
    break;
  default:
    console.error(words.noTask(task));
    process.exitCode = 1;
}

async function buildAloud(): Promise<void> {
  console.error(words.checkingPage);
  const seconds = await buildPage();
  if (seconds !== undefined) console.error(words.pageBuilt(seconds.toFixed(1)));
  await buildServer();
}

/** This process turns into another program: signals reach it directly. */
function become(script: string, ...scriptArgs: string[]): void {
  const argv = [process.execPath, script, ...scriptArgs];
  if (process.execve && process.platform !== "win32") process.execve(process.execPath, argv, process.env);
  spawn(process.execPath, [script, ...scriptArgs], { stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
}

/** The page with hot reload on PORT, and the server behind it, restarted at every change. */
async function runDev(): Promise<void> {
  const port = process.env.PORT ?? "8080";
  const behind = String(Number(port) + 10);
  const env = { ...process.env, DEV_SERVER: `http://127.0.0.1:${behind}` };
  const server = { ...env, PORT: behind, PUBLIC_URL: `http://localhost:${port}` };
  const children = [
    spawn(process.execPath, ["--watch", "--watch-preserve-output", "server/main.ts", "--api-only"], {
      stdio: "inherit",
      env: server,
    }),
    spawn(process.execPath, ["node_modules/vite/bin/vite.js", "web", "--port", port, "--strictPort"], {
      stdio: "inherit",
      env,
    }),
  ];
  for (const child of children) child.on("exit", () => children.forEach((other) => other.kill()));
  await Promise.all(children.map((child) => new Promise((resolve) => child.on("exit", resolve))));
}
