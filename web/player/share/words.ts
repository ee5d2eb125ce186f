// What a member reads when they share a moment.
import { momentLimits } from "#contract/moments/moment-limits.ts";

export const words = {
  title: "Share a moment",
  about: `A friend can play this part without a login. The link works for ${momentLimits.days} days or ${momentLimits.plays} plays.`,
  start: "Start",
  end: "End",
  earlier: (name: string) => `${name} 1 second earlier`,
  later: (name: string) => `${name} 1 second later`,
  length: (seconds: number) => `Length: ${seconds} ${seconds === 1 ? "second" : "seconds"}`,
  most: `At most ${momentLimits.seconds} seconds.`,
  create: "Create link",
  link: "Link to the shared moment",
  copy: "Copy",
  copied: "Link copied. It will not be shown again.",
  notCopied: "This browser does not allow copying. Select the link and copy it by hand. It will not be shown again.",
  own: "Your links",
  part: (from: string, to: string) => `${from} – ${to}`,
  left: (plays: number, until: string) => `${plays} of ${momentLimits.plays} plays used, works until ${until}`,
  endLink: "Turn off",
  endThis: (title: string, from: string) => `Turn off the link to “${title}” at ${from}`,
} as const;
