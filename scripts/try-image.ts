// node scripts/try-image.ts: goes through deploy/Dockerfile without a container engine. Every COPY and RUN is done in a
// scratch folder, then the entry point is started as the demo and asked for its health. Prints what each stage weighs.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

interface Stage {
  name: string;
  folder: string;
  env: Record<string, string>;
  entry: string[];
}

const scratch = mkdtempSync(path.join(tmpdir(), "stagedoor-image-"));
const stages: Stage[] = [];
const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);

try {
  for (const line of readFileSync("deploy/Dockerfile", "utf8")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")) {
    const [word, rest] = split(line);
    if (word === "FROM") stages.push(begin(rest));
    const stage = stages.at(-1);
    if (stage) follow(stage, word, rest);
  }
  for (const { name, folder } of stages) console.log(`${name}: ${weigh(folder)} beside the base image`);
  await start(stages.at(-1) as Stage);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function begin(rest: string): Stage {
  const name = / AS (\w+)/.exec(rest)?.[1] ?? "image";
  const folder = path.join(scratch, name);
  mkdirSync(folder);
  return { name, folder, env: {}, entry: [] };
}

function follow(stage: Stage, word: string, rest: string): void {
  const { folder, env } = stage;
  switch (word) {
    case "RUN":
      if (/^(apt-get|ln) /.test(rest)) return console.log(`(left to this machine) ${rest}`);
      console.log(`${stage.name}: ${rest}`);
      execFileSync("sh", ["-ec", rest.replace(/-o node -g node (-m \d+) .*/, `$1 ${folder}/data ${folder}/backups`)], {
        cwd: folder,
        env: { PATH: process.env["PATH"], HOME: scratch, ...env },
        stdio: ["ignore", "ignore", "inherit"],
      });
      break;
    case "COPY":
      copy(stage, rest.split(" "));
      break;
    case "ENV":
      for (const pair of rest.split(" ")) env[pair.split("=")[0] ?? ""] = pair.split("=")[1] ?? "";
      break;
    case "ENTRYPOINT":
      stage.entry = JSON.parse(rest) as string[];
  }
}

function copy({ folder }: Stage, words: string[]): void {
  const from = words[0]?.startsWith("--from=") ? stages.find(({ name }) => `--from=${name}` === words[0]) : undefined;
  const [to = "", ...sources] = words.slice(from ? 1 : 0).toReversed();
  for (const source of sources) {
    const inside = from ? path.join(from.folder, source.replace("/app/", "")) : source;
    const target = to.endsWith("./") ? path.join(folder, path.basename(source)) : path.join(folder, to);
    const isKept = (file: string) => from !== undefined || !ignored.some((pattern) => isIgnored(file, pattern));
    cpSync(inside, target, { recursive: true, filter: (file) => isKept(path.normalize(file)) });
  }
}

function isIgnored(file: string, pattern: string): boolean {
  return pattern.startsWith("**/")
    ? path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`)
    : file === pattern || file.startsWith(`${pattern}/`);
}

async function start({ folder, env, entry: [program = "", ...args] }: Stage): Promise<void> {
  const port = 18_080;
  const place = {
    PORT: String(port),
    EMULATOR_PORT: String(port + 1),
    DATA_DIR: path.join(folder, "data"),
    BACKUP_DIR: path.join(folder, "backups"),
  };
  // the demo, which stays on this machine: a container is told of a provider and listens for its proxy
  const settings = { ...env, ...place, HOST: "127.0.0.1", DEMO_CONTENT: "off" };
  const began = performance.now();
  const child = spawn(path.join(folder, program), args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  try {
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
      if (answer?.ok) break;
      if (tries > 300 || child.exitCode !== null) throw new Error("the image does not become healthy");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const page = await fetch(`http://127.0.0.1:${port}/`);
    console.log(`healthy after ${Math.round(performance.now() - began)} ms, page ${page.status}`);
    const command = path.join(folder, "scripts", "stagedoor");
    const said = execFileSync(command, ["backup"], { cwd: "/", env: { PATH: process.env["PATH"], ...settings } });
    console.log(`stagedoor backup: ${said.toString("utf8").split("\n")[0]}`);
  } finally {
    child.kill("SIGTERM");
    console.log(`ended with ${await ended}`);
  }
}

function weigh(folder: string): string {
  return execFileSync("du", ["-sh", folder], { encoding: "utf8" }).split("\t")[0] ?? "";
}

function split(line: string): [string, string] {
  const at = line.indexOf(" ");
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
}
