// GET /api/media/… behind nginx and behind Caddy with the files in deploy/: the archive checks the permission, the proxy sends
// the file. Against nginx and Caddy alone with the same file. Goal S4.
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { addMedia, meanBytes, rangeOf } from "./media-seed.ts";
import { noteFigure } from "./notes.ts";
import { startBehind, startCaddy, startNginx, type Program } from "./programs.ts";
import {
  atLeast,
  cpuRatio,
  playRounds,
  printGoals,
  printLoads,
  throughputRatio,
  warm,
  type Measured,
} from "./ratios.ts";
import { asMembers, seedArchive } from "./seed.ts";
import { makeLoad } from "./wrk.ts";

const rounds = 7;
const fileBytes = 2 ** 30;
const requestCount = 256;
const lengths = { large: [2 ** 20, 4 * 2 ** 20], small: [72 * 1024, 72 * 1024] } as const;

export async function benchAccel(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-accel-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { dataDir, tokens } = await seedArchive(folder, 10);
  const { address, file } = await addMedia(dataDir, fileBytes);
  await symlink(file, path.join(folder, "large.mp4"));
  const alone = await startNginx(folder);
  if (!alone) throw new Error("nginx is not installed. Install it to run this benchmark.");
  stack.use(alone);

  const caddy = stack.use(await startCaddy(folder));
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", DEMO_CONTENT: "off" };
  const copy = path.join(folder, "copy");
  await cp(dataDir, copy, { recursive: true });
  const behindNginx = stack.use(await startBehind("nginx", env));
  const behindCaddy = stack.use(await startBehind("caddy", { ...env, DATA_DIR: copy }));

  const variants = new Map<string, () => Promise<Measured>>();
  for (const [size, range] of Object.entries(lengths)) {
    const ask = (url: string) => (n: number) => ({ path: url, headers: { range: rangeOf(n, fileBytes, range) } });
    const add = async (name: string, program: Program, url: string) => {
      const requests = asMembers(tokens, ask(url), requestCount);
      variants.set(`${name} ${size}`, await makeLoad(folder, `${name} ${size}`, { ...program, requests }));
    };
    await add("behind nginx", behindNginx, address);
    await add("nginx", alone, "/large.mp4");
    await add("behind Caddy", behindCaddy, address);
    await add("Caddy", caddy, "/large.mp4");
  }
  await warm(variants);
  const played = await playRounds(rounds, variants);
  console.log(`\nFiles sent by the proxy after our check, ${rounds} rounds of one second, 16 connections\n`);
  printLoads(played, variants.keys());
  noteFigure("large ranges, mean", meanBytes(requestCount, fileBytes, lengths.large) / 1e6, "MB");
  const none = { goal: "none", isReached: true };
  return printGoals(
    ["nginx", "Caddy"].flatMap((proxy) => {
      const large: [string, string] = [`behind ${proxy} large`, `${proxy} large`];
      const small: [string, string] = [`behind ${proxy} small`, `${proxy} small`];
      return [
        atLeast(played, "S4", 0.95, large),
        { name: `-- ${large.join(" / ")}, processor time`, measured: cpuRatio(played, ...large), ...none },
        { name: `-- ${small.join(" / ")}, throughput`, measured: throughputRatio(played, ...small), ...none },
      ];
    }),
  );
}
