// What the demo shows: eight recordings, by the names of their files in originals/, which `npm run demo-originals` makes.
import { fileURLToPath } from "node:url";
import type { Description } from "#server/intake/describe-intake.ts";

interface DemoRecording {
  /** Its file's name, here and in the archive: one that is there already is not added again. */
  name: string;
  said: Description & { title: string; addDate: Date; description: string };
  /** Its set list: where each song starts, in seconds. Some are in several recordings, as a song's page shows. */
  songs?: Readonly<Record<string, number>>;
}

export function findOriginal({ name }: Pick<DemoRecording, "name">): string {
  return fileURLToPath(new URL(`./originals/${name}`, import.meta.url));
}

/** The recordings in the order in which they appear. All of them are for every member, so that a newcomer sees eight whoever they log in as. */
export const demoRecordings: readonly DemoRecording[] = [
  {
    name: "demo-opening-night.mp4",
    said: {
      title: "Opening Night",
      addDate: new Date("2026-10-30T20:00:00Z"),
      description: "The first song of the autumn season, from the small stage.",
    },
    songs: { "First tide": 0 },
  },
  {
    name: "demo-night-bus-home.mp4",
    said: {
      title: "Night Bus Home",
      addDate: new Date("2026-03-14T22:45:00Z"),
      description: "Recorded on the way back, mixed the next morning. Turn on the captions to sing along.",
    },
    songs: { Lanterns: 0 },
  },
  {
    name: "demo-waltz-for-an-empty-room.mp4",
    said: {
      title: "Waltz for an Empty Room",
      addDate: new Date("2025-12-06T18:30:00Z"),
      preventAutodelete: true,
      description: "Kept for good: this one is protected from cleanup.",
    },
  },
  {
    name: "demo-voice-memo.m4a",
    said: {
      title: "Voice Memo: Idea for a Chorus",
      addDate: new Date("2025-07-19T09:12:00Z"),
      description: "Audio only: a guitar, somebody humming, and a cover.",
    },
  },
  {
    name: "demo-side-of-the-stage.mp4",
    said: {
      title: "From the Side of the Stage",
      addDate: new Date("2024-08-24T19:05:00Z"),
      description: "Filmed upright, as phones are held.",
    },
    songs: { "First tide": 0, Lanterns: 18 },
  },
  {
    name: "demo-second-take.mp4",
    said: {
      title: "Second Take",
      addDate: new Date("2023-11-11T16:20:00Z"),
      description: "The take that did not make it onto the record.",
    },
    songs: { Lanterns: 0 },
  },
  {
    name: "demo-long-drift.mp4",
    said: {
      title: "Long Drift",
      addDate: new Date("2022-02-05T21:00:00Z"),
      description:
        "From dusk to morning without a break. The set list leads to each part.\n\n0:00 First tide\n1:00 Lanterns\n2:00 Slow water\n3:00 Last tide",
    },
    songs: { "First tide": 0, Lanterns: 60, "Slow water": 120, "Last tide": 180 },
  },
  {
    name: "demo-tape-from-the-attic.mp4",
    said: {
      title: "Tape from the Attic",
      addDate: new Date("2019-04-01T00:00:00Z"),
      timeMissing: true,
      description: "Only the day was written on the box.",
    },
  },
];
