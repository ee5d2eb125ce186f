// What editors read about what is heard.
const plays = (count: number) => (count === 1 ? "1 play" : `${count.toLocaleString()} plays`);
const members = (count: number) => (count === 1 ? "1 member" : `${count.toLocaleString()} members`);

export const words = {
  what: "the figures",
  lead: "How often and for how long recordings are heard, by all members together. It is not noted who heard what.",
  time: "Time",
  times: { 28: "28 days", 365: "A year" },
  table: "Download as a table (CSV)",
  off: {
    title: "What is heard is not counted",
    text: "The owner has turned it off under Settings.",
  },
  none: {
    title: "Nothing was heard in this time",
    text: "What members listen to is counted from 10 seconds on, and is here shortly after.",
  },
  minutes: (count: number) => `${count} min`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours.toLocaleString()} h` : `${hours} h ${minutes} min`,
  total: { by: (count: number) => `heard by ${members(count)}`, plays: "plays", audio: "audio only" },
  chart: {
    title: "Over time",
    describe: (first: string, last: string, most: string) =>
      `From ${first} to ${last}. The most in one bar is ${most}.`,
    bar: (when: string, length: string) => `${when}: ${length}`,
    week: (day: string) => `Week from ${day}`,
    when: "When",
    heard: "Heard",
  },
  kinds: {
    title: "How",
    names: { video: "Video", audio: "Audio Only", saved: "Saved on a device" },
    feed: "Podcast apps",
    feedHint: "What of it is heard nobody knows, so it is not in the sums.",
    fetched: (count: number) => `fetched ${count === 1 ? "once" : `${count.toLocaleString()} times`}`,
    share: (length: string, count: number) => `${length} · ${plays(count)}`,
  },
  recordings: {
    title: "Recordings heard for longest",
    facts: (count: number, by: number) => `${plays(count)} · ${members(by)}`,
    most: (at: string) => `Most replayed at ${at}`,
  },
  songs: {
    title: "Songs heard for longest",
    lead: "About, by where in the recordings above people listened.",
  },
} as const;
