// The same audio in another file is recognised by how it sounds: encoded again, louder, or with its first or last seconds cut
// off. Other music is not, even the same song played again. Tried on the demo's recordings.
import { expect, it } from "vitest";
import { demoRecordings, findOriginal } from "#server/intake/demo/recordings.ts";
import { compareSound, leastAlike, readSoundPrint } from "#server/media/facts/sound-print.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";
import { measureSound } from "#server/media/ffmpeg/sound.ts";
import { openClips } from "#server/testing/clips.ts";
import { isFull, publish } from "#server/testing/proof.ts";

/** What is done before the input is read, and to the audio after that; the end of the line is the kind of file. */
const copies: Record<string, (input: string, seconds: number) => string> = {
  "all at once.mp3": (input) => `-ss 2.13 -i ${input} -vn -af volume=5dB -ac 1 -ar 22050 -c:a libmp3lame -b:a 64k`,
  "mp3.mp3": (input) => `-i ${input} -vn -c:a libmp3lame -b:a 96k`,
  "opus.webm": (input) => `-i ${input} -vn -c:a libopus -b:a 48k`,
  "start cut.m4a": (input) => `-ss 2 -i ${input} -vn -c:a aac -b:a 128k`,
  "end cut.m4a": (input, seconds) => `-t ${seconds - 2} -i ${input} -vn -c:a aac -b:a 128k`,
  "louder.m4a": (input) => `-i ${input} -vn -af volume=6dB,alimiter=limit=0.9:level=false -c:a aac -b:a 96k`,
};

it("copies of a recording are found by their sound, and other recordings are not", { timeout: 600_000 }, async () => {
  await using clips = await openClips();
  const tools = await openTools();
  const listen = async (file: string) => {
    const { audio } = await probe(tools, file);
    if (!audio) throw new Error(`${file} has no audio`);
    const { print, seconds } = await measureSound({ tools, source: file, limitSeconds: 120 }, audio);
    return { print: readSoundPrint(print), seconds };
  };
  const chosen = isFull ? demoRecordings : demoRecordings.slice(0, 3);
  const wanted = Object.entries(copies).slice(0, isFull ? undefined : 1);
  const heard: { song: string; name: string; print: ReturnType<typeof readSoundPrint> }[] = [];
  for (const [number, recording] of chosen.entries()) {
    const original = findOriginal(recording);
    const { print, seconds } = await listen(original);
    heard.push({ song: recording.name, name: recording.name, print });
    for (const [name, line] of wanted) {
      const file = await clips.make(`${number} ${name}`, line(original, seconds));
      heard.push({ song: recording.name, name: `${recording.name}, ${name}`, print: (await listen(file)).print });
    }
  }
  const pairs = heard.flatMap((one, index) => heard.slice(index + 1).map((other) => ({ one, other })));
  const judged = pairs.map(({ one, other }) => ({
    pair: `${one.name} and ${other.name}`,
    isSame: one.song === other.song,
    alike: compareSound(one.print, other.print),
  }));
  const of = (isSame: boolean) => judged.filter((one) => one.isSame === isSame);
  const missed = of(true).filter(({ alike }) => alike < leastAlike);
  const wrong = of(false).filter(({ alike }) => alike >= leastAlike);
  const lowest = Math.min(...of(true).map(({ alike }) => alike));
  const highest = Math.max(...of(false).map(({ alike }) => alike));
  console.log(
    `same: ${of(true).length}, at least ${lowest.toFixed(3)}; other: ${of(false).length}, at most ${highest.toFixed(3)}`,
  );
  publish("doubles", { same: of(true).length, other: of(false).length, missed: missed.length, wrong: wrong.length });
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
});
