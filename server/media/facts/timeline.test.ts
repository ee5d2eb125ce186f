import { describe, expect, it } from "vitest";
import type { Packets } from "#server/media/ffmpeg/survey.ts";
import { findApart, planTimeline } from "./timeline.ts";

const frame = 0.04;
const sample = 0.02;

/** Tracks as lists of times, put into one file as recorders do: by the time at which they were sent. */
function survey({ video, audio }: { video?: number[]; audio?: number[] }) {
  const sent: number[] = [];
  const track = (times: number[] | undefined, step: number): Packets | null => {
    if (!times) return null;
    const order = times.map((_, n) => n * step);
    sent.push(...order);
    return {
      pts: [...times],
      dts: [...times],
      duration: times.map(() => step),
      isKey: times.map((_, n) => n % 25 === 0),
      isDiscarded: times.map(() => false),
      order,
    };
  };
  return { startSeconds: 0, video: track(video, frame), audio: track(audio, sample) };
}

const run = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) }, (_, n) => from + n * step);
const pictures = (from: number, to: number) => run(from, to, frame);
const sound = (from: number, to: number) => run(from, to, sample);
const noShifts = { video: [], audio: [] };
const near = (value: number): unknown => expect.closeTo(value, 3);

describe("the times of a recording", () => {
  it("are left alone where its clock goes on evenly, wherever it begins", () => {
    const even = survey({ video: pictures(36_000, 36_010), audio: sound(36_000, 36_010) });
    expect(planTimeline(even, "matroska,webm")).toMatchObject({
      shifts: noShifts,
      originSeconds: 36_000,
      lengthSeconds: near(10),
      hasHoles: false,
      hasStills: false,
      hasHiddenPictures: false,
      framesPerSecond: near(25),
    });
  });

  it("have one break where a reset leaves the pictures of a Matroska file out of order", () => {
    const frames = [0, 0.3, 0.15, 0.6, 0.45, 0.9, 0.75];
    const reset = survey({ video: [...pictures(1, 2), ...frames] });
    expect(planTimeline(reset, "matroska,webm").shifts.video).toEqual([{ fromPacket: 25, seconds: near(2) }]);
  });

  it("begin together where those of the pictures were not known before the sound was reset", () => {
    const both = survey({ video: pictures(0, 4), audio: [...sound(0, 2), ...sound(0, 2)] });
    for (const times of [both.video?.pts, both.video?.dts])
      times?.splice(0, 100, ...run(0, 2, 0.04).map(() => NaN), ...pictures(0, 2));
    const { shifts, lengthSeconds } = planTimeline(both, "matroska,webm");
    expect(shifts).toEqual({
      video: [{ fromPacket: 50, seconds: near(2) }],
      audio: [{ fromPacket: 100, seconds: near(2) }],
    });
    expect(lengthSeconds).toBeCloseTo(4, 3);
    expect(findApart(both, shifts)).toBe(0);
    expect(planTimeline(both, "matroska,webm").lostPictures).toBe(50);
    // as it was until then: the sound was moved, and the pictures were not
    expect(findApart(both, { ...shifts, video: [] })).toBeCloseTo(2, 1);
  });

  it("that jump by more than a day go on where they were, as do those after them", () => {
    const frames = [...pictures(0, 2), ...pictures(4_294_967.2, 4_294_967.28), ...pictures(0, 2)];
    const wrapped = survey({ video: frames, audio: [...sound(0, 2.08), ...sound(0, 2)] });
    expect(planTimeline(wrapped, "mpegts").lengthSeconds).toBeCloseTo(4.08, 1);
    // FLV has no sign: there the second part begins 0.096 s before zero
    expect(planTimeline(wrapped, "flv").lengthSeconds).toBeCloseTo(4.176, 2);
  });

  it("before zero are those of an FLV that counts without a sign", () => {
    const wrap = (times: number[]) => times.map((at) => (at < -0.001 ? at + 2 ** 32 / 1000 : at));
    const early = survey({ video: wrap(pictures(-1, 3)), audio: wrap(sound(-1, 3)) });
    const { shifts, originSeconds, lengthSeconds } = planTimeline(early, "flv");
    expect({ originSeconds, lengthSeconds }).toEqual({ originSeconds: near(-1), lengthSeconds: near(4) });
    expect(shifts.video).toEqual([
      { fromPacket: 0, seconds: near(-(2 ** 32) / 1000) },
      { fromPacket: 25, seconds: near(2 ** 32 / 1000) },
    ]);
  });

  it("of a sound that is reset alone are brought back to the pictures beside it", () => {
    const alone = survey({ video: pictures(0, 20), audio: [...sound(0, 10), ...sound(0, 10)] });
    const { shifts } = planTimeline(alone, "mpegts");
    expect(shifts).toEqual({ video: [], audio: [{ fromPacket: 500, seconds: near(10) }] });
    expect(findApart(alone, shifts)).toBeLessThan(0.1);
  });

  it("are those of the edit list after each of its cuts, not ffmpeg's", () => {
    // ffmpeg shows the second part 0.03 s too early, and the third as much too late
    const cut = survey({ video: [...pictures(0, 1), ...pictures(0.97, 1.97), ...pictures(2.03, 3.03)] });
    cut.video?.isDiscarded.fill(true, 24, 25);
    const parts = [
      { pictures: 24, atSeconds: 0 },
      { pictures: 25, atSeconds: 1 },
      { pictures: 25, atSeconds: 2 },
    ];
    const { cutShifts, lengthSeconds, cutPictures } = planTimeline(cut, "mov,mp4", { cutParts: parts });
    expect(cutShifts).toEqual([
      { fromPicture: 24, seconds: near(0.03) },
      { fromPicture: 49, seconds: near(-0.06) },
    ]);
    expect([lengthSeconds, cutPictures?.count]).toEqual([near(3), 74]);
    // pictures that cannot be told apart stay as ffmpeg has them
    expect(planTimeline(cut, "mov,mp4", { cutParts: parts.slice(1) }).cutShifts).toBeUndefined();
  });

  it("end where the edit list does, also when it begins in the middle of a picture", () => {
    // by ffmpeg's times the last picture is cut to 0.02 s; with the delay of 0.03 s it begins later
    const trimmed = survey({ video: pictures(0.03, 2.03), audio: sound(0, 1.98) });
    trimmed.video?.duration.fill(0.02, -1);
    const edited = { delaySeconds: 0.03, durationSeconds: 1.995 };
    expect(planTimeline(trimmed, "mov,mp4", edited).lengthSeconds).toBeCloseTo(1.995, 3);
  });

  it("begin at zero in an MP4 whose sound has a lead-in", () => {
    const lead = survey({ video: pictures(0, 4), audio: [-0.025, ...sound(0, 4)] });
    lead.startSeconds = -0.025;
    expect(planTimeline(lead, "mov,mp4")).toMatchObject({ originSeconds: 0, lateSeconds: 0, lengthSeconds: near(4) });
  });

  it("become one line where the clock was reset, with sound and pictures of each part as they were", () => {
    // the second part's sound begins 0.1 s after its pictures, and the first one's ends 0.2 s after them
    const reset = survey({
      video: [...pictures(1.4, 11.4), ...pictures(1.4, 6.4)],
      audio: [...sound(1.4, 11.6), ...sound(1.5, 6.4)],
    });
    const { shifts, lengthSeconds } = planTimeline(reset, "mpegts");
    expect(lengthSeconds).toBeCloseTo(10.2 + 5, 3);
    expect(shifts).toEqual({
      video: [{ fromPacket: 250, seconds: near(10.2) }],
      audio: [{ fromPacket: 510, seconds: near(10.2) }],
    });
  });

  it.each(["mpegts", "flv"])("are closed up where the clock of a stream jumps ahead: %s", (format) => {
    const jump = survey({
      video: [...pictures(0, 4), ...pictures(3604, 3610)],
      audio: [...sound(0, 4), ...sound(3604, 3610)],
    });
    const { shifts, lengthSeconds } = planTimeline(jump, format);
    expect(lengthSeconds).toBeCloseTo(10, 3);
    expect(shifts.video).toEqual([{ fromPacket: 100, seconds: near(-3600) }]);
  });

  it("pass in a file that says so itself: nothing is shown and heard for half a minute", () => {
    const hole = survey({
      video: [...pictures(0, 4), ...pictures(34, 40)],
      audio: [...sound(0, 4), ...sound(34, 40)],
    });
    expect(planTimeline(hole, "mov,mp4")).toMatchObject({ shifts: noShifts, lengthSeconds: near(40), hasHoles: true });
  });

  it("have a hole where only the pictures are missing, in a stream too", () => {
    const hole = survey({ video: [...pictures(0, 4), ...pictures(64, 70)], audio: sound(0, 70) });
    expect(planTimeline(hole, "mpegts")).toMatchObject({ shifts: noShifts, lengthSeconds: near(70), hasHoles: true });
    const late = survey({ video: pictures(3, 8), audio: sound(0, 8) });
    expect(planTimeline(late, "mpegts")).toMatchObject({
      hasHoles: true,
      lengthSeconds: near(8),
      lateSeconds: near(3),
    });
    const still = survey({ video: [...pictures(0, 4), ...pictures(4.5, 8)], audio: sound(0, 8) });
    expect(planTimeline(still, "mov,mp4")).toMatchObject({ hasHoles: false, hasStills: true });
    const tail = survey({ video: pictures(0, 8), audio: sound(0, 8.5) });
    expect(planTimeline(tail, "mpegts")).toMatchObject({ hasHoles: false, tailSeconds: near(0.5) });
  });

  it("leave out what an edit list cuts off, and pictures before the first key frame", () => {
    const trimmed = survey({ video: pictures(-2, 5), audio: sound(0, 5) });
    trimmed.video?.isDiscarded.fill(true, 0, 50);
    expect(planTimeline(trimmed, "mov,mp4")).toMatchObject({
      originSeconds: near(0),
      lengthSeconds: near(5),
      hasHiddenPictures: true,
    });
    const cut = survey({ video: pictures(0, 5) });
    cut.video?.isKey.fill(false, 0, 25);
    expect(planTimeline(cut, "mpegts")).toMatchObject({ originSeconds: near(1), lengthSeconds: near(4) });
  });

  it("are found by when packets are decoded, whatever the first ones do not say", () => {
    const reordered = survey({ video: pictures(0, 5), audio: sound(0, 5) });
    const { video } = reordered;
    // Matroska has no decoding times, and the second packet is shown four pictures later
    video?.dts.splice(0, 2, NaN, NaN);
    video?.pts.splice(1, 1, 0.16);
    expect(planTimeline(reordered, "matroska,webm").shifts).toEqual(noShifts);
  });

  it("are empty for a recording without a packet", () => {
    expect(planTimeline(survey({ video: [] }), "mpegts")).toMatchObject({ lengthSeconds: 0, shifts: noShifts });
  });

  it("put several resets one after the other", () => {
    const part = { video: pictures(0, 3), audio: sound(0, 3) };
    const three = survey({
      video: [...part.video, ...part.video, ...part.video],
      audio: [...part.audio, ...part.audio, ...part.audio],
    });
    const { shifts, lengthSeconds } = planTimeline(three, "flv");
    expect(lengthSeconds).toBeCloseTo(9, 3);
    expect(shifts.video.map(({ fromPacket }) => fromPacket)).toEqual([75, 150]);
  });
});
