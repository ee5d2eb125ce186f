// Which settings make the smaller sizes: processor time, bytes and likeness to the original (SSIM) of what ffmpeg offers, on
// three kinds of pictures. Decision 031 says what was chosen and why.
import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { cpuOf, ffmpeg } from "./media-measure.ts";
import { noteFigure } from "./notes.ts";
import { printGoals } from "./ratios.ts";

const execute = promisify(execFile);
const seconds = 8;

/** Moving and fine, drawn and sharp, dark and noisy. */
const pictures = {
  camera: `mandelbrot=s=1920x1080:r=30:end_scale=0.02,noise=alls=1:allf=t,trim=duration=${seconds}`,
  drawn: `testsrc2=s=1920x1080:r=30:d=${seconds}`,
  stage: `life=s=480x270:r=30:mold=20:life_color=0x805030:death_color=black:mold_color=0x201040,scale=1920:1080:flags=bicubic,trim=duration=${seconds}`,
} as const;

/** The two sizes, as they are limited in server/media/ffmpeg/encode-arguments.ts. */
const sizes = { 720: { width: 1280, rate: 3000 }, 480: { width: 854, rate: 1200 } } as const;

const encoders = [
  ...["ultrafast", "superfast", "veryfast", "faster", "medium"].map((preset) => ({
    name: `x264 ${preset} 23`,
    options: `-c:v libx264 -profile:v high -preset ${preset} -crf 23`,
  })),
  { name: "x264 superfast 21", options: "-c:v libx264 -profile:v high -preset superfast -crf 21" },
  { name: "AV1 preset 12, 40", options: "-c:v libsvtav1 -preset 12 -crf 40" },
  { name: "AV1 preset 10, 40", options: "-c:v libsvtav1 -preset 10 -crf 40" },
];

export async function benchEncoders(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-encoders-"));
  try {
    for (const [kind, source] of Object.entries(pictures)) {
      const coded = "-c:v libx264 -preset ultrafast -crf 14 -pix_fmt yuv420p -g 60";
      await ffmpeg(folder, `-f lavfi -i ${source} -t ${seconds} ${coded} ${kind}.mp4`);
    }
    console.log(`\nFor a minute of 1080p; ${Object.keys(pictures).join(", ")} together\n`);
    for (const height of Object.keys(sizes).map(Number) as (keyof typeof sizes)[]) await measureSize(folder, height);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return printGoals([]);
}

async function measureSize(folder: string, height: keyof typeof sizes): Promise<void> {
  const { width, rate } = sizes[height];
  const scale = `scale=${width}:${height}`;
  const kinds = Object.keys(pictures);
  const perMinute = 60 / seconds / kinds.length;
  const reading = await sum(kinds, (kind) => cpuOf(() => ffmpeg(folder, `-i ${kind}.mp4 -vf ${scale} -f null -`)));
  noteFigure(`${height}: decoding and scaling alone, processor`, reading * perMinute, "s");
  for (const { name, options } of encoders) {
    const limits = name.startsWith("x264") ? `-maxrate ${rate}k -bufsize ${rate * 2}k` : "";
    const made = { cpu: 0, bytes: 0, likeness: [] as number[] };
    for (const kind of kinds) {
      const line = `-i ${kind}.mp4 -vf ${scale} ${options} ${limits} -g 60 -an made.mp4`;
      made.cpu += await cpuOf(() => ffmpeg(folder, line));
      made.bytes += (await stat(path.join(folder, "made.mp4"))).size;
      made.likeness.push(await compare(folder, kind, scale));
    }
    const cpu = (made.cpu - reading) * perMinute;
    const kilobits = (made.bytes * 8) / 1000 / seconds / kinds.length;
    const least = Math.min(...made.likeness);
    const mean = made.likeness.reduce((all, one) => all + one, 0) / kinds.length;
    console.log(
      `  ${height} ${name.padEnd(20)} ${cpu.toFixed(1).padStart(6)} s  ${kilobits.toFixed(0).padStart(6)} kbit/s  SSIM ${mean.toFixed(4)}, least ${least.toFixed(4)}`,
    );
    noteFigure(`${height} ${name}, processor`, cpu, "s");
    noteFigure(`${height} ${name}, rate`, kilobits, "kbit/s");
    noteFigure(`${height} ${name}, SSIM`, mean, "");
  }
}

/** 1 is the same picture. Compared with the original in the same size. */
async function compare(folder: string, kind: string, scale: string): Promise<number> {
  const graph = `[1:v]${scale}[wanted];[0:v][wanted]ssim`;
  const { stderr } = await execute(
    "ffmpeg",
    ["-nostdin", "-hide_banner", "-i", "made.mp4", "-i", `${kind}.mp4`, "-lavfi", graph, "-f", "null", "-"],
    { cwd: folder, maxBuffer: 2 ** 30 },
  );
  return Number(/SSIM.*All:([\d.]+)/.exec(stderr)?.[1]);
}

async function sum(kinds: readonly string[], measure: (kind: string) => Promise<number>): Promise<number> {
  let all = 0;
  for (const kind of kinds) all += await measure(kind);
  return all;
}
