// What people read in notices, and about them.
import { sayCount } from "#server/say-count.ts";

export const words = {
  // reaching other servers
  noSuchHost: (host: string) => `The address of ${host} could not be found. Check the name.`,
  privateAddress: (host: string) =>
    `${host} is an address of this machine or its own network, which is not asked. If you want that, allow private addresses under Studio > Notices.`,
  notAnAddress: "This is not an address that begins with https://.",
  notHttps: "The address must begin with https://.",
  noAnswer: (host: string) => `${host} did not answer. It is tried again.`,
  redirected: "The server redirects to another address, which is not followed. Enter the final address.",
  status: (status: number, text: string) => (text === "" ? `Status ${status}` : `Status ${status}: ${text}`),
  notAPushService: "This is not the address of a known push service.",
  wait: (seconds: number) => `Too many messages: the server asks to wait for ${sayCount(seconds, "second")}.`,
  notSetUp: "This is not set up any more.",
  gone: "This browser no longer takes notices, so it was removed.",
  mailOff: "Mails to this address were refused three times, so no more are sent.",
  gaveUp: (answer: string) => `Given up. ${answer}`,
  noAddress: "No verified mail address is known.",
  withdrawn: "Hidden or deleted before it was sent.",
  notForAll: "Not told here, because not every member may watch it.",
  notWanted: "No longer wanted, or no longer a member.",
  theAddress: "the address",
  allTaken: "Accepted by the mail server",

  // what a notice says
  newRecording: (archive: string) => `New in ${archive}`,
  watch: "Watch it",
  trouble: (title: string) => `Trouble: ${title}`,
  over: (title: string) => `Over: ${title}`,
  overText: (title: string) => `${title} is all right again.`,
  openCheckUp: "Open the studio",
  digest: (count: number) => `${sayCount(count, "new recording")} this week`,
  digestMore: (count: number) => `… and ${count} more`,
  test: "Test",
  testText: (archive: string) => `This is a test of ${archive}. Notices arrive here.`,
  whyMail: (archive: string) => `You get this mail because you asked ${archive} for it in your account menu.`,
  stop: "Stop these mails",

  // trouble that no line of the check-up knows
  preparing: "Preparing a recording",
  preparingFailed: (title: string, why: string) => `“${title}” could not be prepared. ${why} See Studio > Work.`,
  massLoss: "Loss of members",
  massLossText: (count: number) =>
    `${sayCount(count, "member")} would lose access at once, so nothing was changed. Check the tiers and the campaign under Studio > Check-up.`,
  damaged: "Damaged files",
  damagedText: (title: string, count: number) =>
    `${sayCount(count, "file")} of “${title}” ${count === 1 ? "is" : "are"} missing or damaged. Run: sudo stagedoor verify`,

  // the page behind the link in a mail
  stopTitle: "Stop these mails?",
  stopText: (archive: string) => `You will get no more mails about recordings from ${archive}.`,
  stopButton: "Stop the mails",
  stopped: "You will get no more mails. You can ask for them again in your account menu.",
  unknownLink: "This link is not known. Choose what you get in your account menu.",

  // choices
  wrongZone: "Choose a time zone such as Europe/Berlin.",
  sameTimes: "Quiet hours must not begin and end at the same time.",
  noDevice: "No browser of yours takes notices yet. Turn on push notices in your account menu first.",
  tooManyDevices: "Too many browsers take notices for you. Turn them off in one of the others first.",
} as const;
