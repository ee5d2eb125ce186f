// What the server answers to requests that no route handles, and to those it refuses for any route.
import { sayCount } from "#server/say-count.ts";
import type { ProblemCode } from "#contract/problem.ts";

export const words = {
  // who may call
  logInFirst: "Please log in first.",
  noAccess: "You don't have access to view the videos.",
  editorsOnly: "Only editors of this archive may do that.",
  ownerOnly: "Only the owner of this archive may do that.",
  loginTooOld: "Your last login was more than 7 days ago. Please log in again, then try again.",
  confirmByLogin: "This step is final. Please log in again to confirm it, then try again.",

  // what is refused before it reaches a route
  tooManyRequests: (seconds: number) => `Too many requests. Please try again in ${sayCount(seconds, "second")}.`,
  severalHosts: "The request names more than one host. Send one Host header.",
  wrongHost: (address: string) => `This server only answers at its own address. Please use ${address}`,
  otherSite: "Other websites cannot use this archive. Please open the archive itself.",
  changeFromOtherSite: "Changes can only be made from the archive's own pages. Please open the archive itself.",
  zeroByte:
    "The text contains an invisible character (a zero byte) that cannot be stored. Please type the text again instead of pasting it.",
  invalid: (faults: string) => `Please correct this and send it again: ${faults}`,
  invalidField: "is not valid",
  notReadable: "The request could not be read. Send valid JSON.",
  tooLarge: "The request is too large. Send less at once.",
  notJson: "Send the request as application/json.",

  // what went wrong while it was answered
  nothingHere: "There is no page at this address. Check the address.",
  busy: "The archive is busy. Please try again in a moment.",
  deletedMeanwhile:
    "Somebody has just deleted something that belongs to this, so nothing was changed. Please reload the page.",
  diskFull: "The archive's disk is full. Nothing was changed. Please tell the owner.",
  unexpected: (requestId: string) =>
    `Something went wrong on the server. Please try again. If it happens again, tell the owner this number: ${requestId}`,

  /** The short title of each kind of problem; the sentence follows it. */
  titles: {
    "bad-input": "Not valid",
    damaged: "Arrived damaged",
    "not-signed-in": "Not logged in",
    "sign-in-again": "Log in again",
    "not-allowed": "Not allowed",
    locked: "Higher level needed",
    "cross-site": "Request from another website",
    "bad-signature": "Wrong signature",
    "not-found": "Not found",
    conflict: "Conflict",
    gone: "No longer there",
    "wrong-version": "Wrong version",
    "too-large": "Too large",
    "wrong-type": "Wrong content type",
    "wrong-host": "Wrong address",
    "too-many-requests": "Too many requests",
    "checksum-mismatch": "Checksum mismatch",
    unexpected: "Unexpected problem",
    "cannot-start": "Unexpected problem",
    "provider-unavailable": "Login service unavailable",
    busy: "Busy",
    "no-room": "Not enough space",
  } satisfies Record<ProblemCode, string>,
} as const;
