// What people read in notices, and about them.
import { sayCount } from "#server/say-count.ts";

export const words = {
  // reaching other servers
  noSuchHost: (host: string) => `The address of ${host} could not be found. Check the name.`,
  privateAddress: (host: string) =>
    `${host} is an address of this machine or its own network, and nothing is sent there. To allow it, choose "Allow addresses of this machine and its own network" under Studio > Notices.`,
  notAnAddress: "This is not a valid address. Enter one that begins with https://.",
  notHttps: "The address must begin with https://.",
  noAnswer: (host: string) => `${host} did not answer. The archive tries again by itself.`,
  redirected: "This address forwards to another one. Enter the address that it forwards to.",
  status: (status: number, text: string) =>
    `The other server answered with ${status < 300 ? "" : "error "}${status}${text === "" ? "." : `: ${text}`}`,
  posted: (status: number, id: string) => `The other server answered with ${status}, message ${id}`,
  notAPushService: "This browser cannot get notices here. Try another browser.",
  wait: (seconds: number) =>
    `Too many messages: the other server asks the archive to wait for ${sayCount(seconds, "second")}.`,
  notSetUp: "This is not set up. Set it up under Studio > Notices.",
  gone: "This device no longer accepts notices, so it was removed.",
  mailOff: "Emails to this address were refused three times, so no more are sent until the member turns them on again.",
  gaveUp: (answer: string) => `Not delivered after several tries. ${answer}`,
  noAddress: "This member has no verified email address.",
  streamOver: "The stream was over before the notice was sent.",
  withdrawn: "The recording was hidden or deleted before the notice was sent.",
  notForAll: "Not sent here, because not every member may watch the recording.",
  notWanted: "The member turned this notice off, or is no longer a member.",
  theAddress: "the address",
  allTaken: "Accepted by the mail server",

  // what a notice says
  newRecording: (archive: string) => `New in ${archive}`,
  watch: "Watch the recording",
  trouble: (title: string) => `Problem: ${title}`,
  over: (title: string) => `Solved: ${title}`,
  overText: (title: string) => `This problem is solved: ${title}.`,
  openCheckUp: "Open the studio",
  digest: (count: number) => `${sayCount(count, "new recording")} this week`,
  digestMore: (count: number) => `… and ${count} more`,
  newVersion: "A new version is available",
  newestRuns: "The newest version is installed",
  accessEnds: (day: string) => `Your access ends on ${day}`,
  invitationEnds: "Your invitation ends on that day. If you would like to go on watching, ask whoever invited you.",
  membershipEnds: (provider: string) => `Your membership at ${provider} is about to end`,
  membershipEndsText: (provider: string) =>
    `${provider} reports that it was cancelled, or that a payment failed. To go on watching, renew it at ${provider}.`,
  isLive: (channel: string) => `${channel} is live`,
  watchLive: "Watch the stream on Twitch.",
  test: "Test",
  testText: (archive: string) => `This is a test of ${archive}. Notices arrive here.`,
  whyMail: (archive: string) => `You get this email because you turned it on in your account at ${archive}.`,
  stop: "Stop these emails",

  // problems that no line of the check-up knows
  preparing: "Preparing a recording",
  preparingFailed: (title: string, why: string) => `“${title}” could not be prepared. ${why} See Studio > Upload.`,
  massLoss: "Many members would lose access",
  massLossText: (count: number) =>
    `${sayCount(count, "member")} would lose access at the same time. This looks like a mistake, so nothing was changed. Check the tiers and the campaign under Studio > Settings.`,
  storage: "Media storage",
  damaged: "Damaged files",
  damagedText: (title: string, count: number) =>
    `${sayCount(count, "file")} of “${title}” ${count === 1 ? "is" : "are"} missing or damaged. Run: sudo stagedoor verify`,

  // the daily summary
  summary: (troubles: number) =>
    troubles === 0
      ? "Daily summary: nothing is wrong"
      : `Daily summary: ${sayCount(troubles, "thing is", "things are")} wrong`,
  noNewRecording: "No new recording since yesterday.",
  newRecordings: (count: number) => `${sayCount(count, "new recording")} since yesterday:`,
  inPreparation: (count: number) => `${sayCount(count, "recording is", "recordings are")} being prepared.`,
  undelivered: (count: number) => `${sayCount(count, "notice")} could not be delivered. Studio > Notices says why.`,

  // the page behind the link in a mail
  stopTitle: "Stop these emails?",
  stopText: (archive: string) => `You will get no more emails about recordings from ${archive}.`,
  stopButton: "Stop the emails",
  stopped: "You will get no more emails about recordings. You can turn them on again in your account.",
  unknownLink: "This link does not work any more. In your account you can choose which emails you get.",

  // choices
  wrongZone: "Choose a time zone such as Europe/Berlin.",
  sameTimes: "Quiet hours must not begin and end at the same time.",
  noDevice: "None of your devices shows notices yet. Turn on push notices in your account first.",
  tooManyDevices: "Too many of your devices show notices. Turn notices off on one of them first.",
} as const;
