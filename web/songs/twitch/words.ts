// What editors read about the markers of a stream. Apart from the other words: only editors load it.
export const words = {
  open: "Read markers from Twitch",
  failed: (why: string) => `The stream markers could not be read. ${why}`,
  found: (markers: number, video: string) =>
    `${markers === 1 ? "1 marker" : `${markers} markers`} of the Twitch video ${video}. Nothing is saved yet.`,
  otherLength: "The Twitch video and the recording are not equally long: please check the times.",
  noMarkers: (video: string) => `The Twitch video ${video} has no markers.`,
  noMatch: "No Twitch video has the date and the length of this recording.",
  another: "Choose another Twitch video",
  which: "Which Twitch video is it?",
  video: (title: string, day: string, length: string) => `“${title}”, ${day}, ${length}`,
  address: "Address or number of the video at Twitch",
  read: "Read its markers",
} as const;
