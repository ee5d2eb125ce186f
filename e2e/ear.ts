// Listening to what a page plays: how long it is silent when Audio Only is pressed, and what its element says of that.
import type { Page } from "@playwright/test";

export const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

export interface Toggle {
  /** The longest silence, counted in samples of sound and not by a clock. */
  silentMs: number;
  /** How far the recording's clock has moved against the sound card's. */
  shiftMs: number;
  /** What the element itself says of an interruption: it was emptied, paused, moved, or had nothing left to play. */
  breaks: string[];
  /** It had to wait, though what comes next is here. */
  isLate: boolean;
}
export interface Ear {
  context: AudioContext;
  longest: number;
}

/** Puts an ear between the element and the loudspeaker; our test tone is never silent by itself. */
export async function listen(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const video = document.querySelector("video");
    if (!video) throw new Error("no player");
    const context = new AudioContext();
    const code = `registerProcessor("ear", class extends AudioWorkletProcessor {
      run = 0;
      process([[samples] = []]) {
        for (let n = 0; n < 128; n += 1) this.run = Math.abs(samples?.[n] ?? 0) < 1e-4 ? this.run + 1 : 0;
        if (this.run > 0) this.port.postMessage(this.run);
        return true;
      }
    });`;
    await context.audioWorklet.addModule(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    const ear = new AudioWorkletNode(context, "ear");
    const heard: Ear = { context, longest: 0 };
    ear.port.addEventListener("message", ({ data }) => {
      heard.longest = Math.max(heard.longest, data as number);
    });
    ear.port.start();
    context.createMediaElementSource(video).connect(ear).connect(context.destination);
    Object.assign(window, { ear: heard });
    // of sound, and not by a clock
    while (context.currentTime < 1) await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

export async function toggleAndListen(page: Page, forSeconds: number): Promise<Toggle> {
  return page.evaluate(async (seconds) => {
    const video = document.querySelector("video");
    const control = document.querySelector<HTMLInputElement>("header [role=switch]");
    const { ear } = window as unknown as { ear: Ear };
    if (!video || !control) throw new Error("no player");
    const measureShift = async () => {
      const shifts: number[] = [];
      for (let n = 0; n < 15; n += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        shifts.push(video.currentTime - ear.context.currentTime);
      }
      return shifts.toSorted((a, b) => a - b)[7] ?? Number.NaN;
    };
    const before = await measureShift();
    const breaks: string[] = [];
    let isLate = false;
    const listening = new AbortController();
    for (const kind of ["emptied", "loadstart", "pause", "ended", "seeking", "waiting", "stalled"]) {
      const note = () => {
        const { buffered, currentTime } = video;
        const ahead = buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0;
        if (kind === "waiting" && ahead > 1) isLate = true;
        else breaks.push(`${kind}, ${ahead.toFixed(1)} s before the end of what is here`);
      };
      video.addEventListener(kind, note, { signal: listening.signal });
    }
    ear.longest = 0;
    control.click();
    const until = ear.context.currentTime + seconds;
    while (ear.context.currentTime < until) await new Promise((resolve) => setTimeout(resolve, 20));
    const silentMs = (ear.longest / ear.context.sampleRate) * 1000;
    listening.abort();
    return { silentMs, shiftMs: ((await measureShift()) - before) * 1000, breaks, isLate };
  }, forSeconds);
}
