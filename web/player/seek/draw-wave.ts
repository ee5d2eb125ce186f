// Draws a waveform on a canvas, sharp on every display.
import { toBars } from "./peaks.ts";

const [barWidth, gap] = [2, 1];

/** In the colour the canvas has as text; all of it, or the part from one share of the recording to another. */
export function drawWave(
  canvas: HTMLCanvasElement,
  peaks: readonly number[],
  part?: { from: number; to: number },
): void {
  const { clientWidth, clientHeight } = canvas;
  const density = devicePixelRatio || 1;
  canvas.width = Math.round(clientWidth * density);
  canvas.height = Math.round(clientHeight * density);
  const pen = canvas.getContext("2d");
  if (!pen || clientWidth === 0) return;
  pen.scale(density, density);
  pen.fillStyle = getComputedStyle(canvas).color;
  // bars of the same peak side by side would look like a wall
  const known = Math.max(96, Math.round(peaks.length * (part ? part.to - part.from : 1)));
  const count = Math.min(known, Math.floor(clientWidth / (barWidth + gap)));
  const bars = toBars(peaks, count, part);
  const step = clientWidth / Math.max(1, count);
  const wide = Math.max(barWidth, (step * barWidth) / (barWidth + gap));
  pen.beginPath();
  for (let n = 0; n < count; n += 1) {
    // silence is still a line
    const height = Math.max(barWidth, (bars[n] ?? 0) * clientHeight);
    pen.roundRect(n * step, (clientHeight - height) / 2, wide, height, barWidth / 2);
  }
  pen.fill();
}
