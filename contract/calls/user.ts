// What visitors and members ask about themselves, and how they log in.
import { z } from "zod";
import { Heard } from "#contract/heard/heard.ts";
import { OpenSession, providers, User } from "#contract/member.ts";
import { MyData } from "#contract/my-data.ts";
import { Health, Privacy, Site } from "#contract/site.ts";
import { ListedPosition, Position } from "#contract/video.ts";
import { type Call, Nothing } from "./call.ts";

const RedirectQuery = z.looseObject({
  code: z.string().max(2048).optional().catch(undefined),
  state: z.string().max(512).optional().catch(undefined),
  error: z.string().max(512).optional().catch(undefined),
});

export const userCalls = {
  getSite: { summary: "The archive's name and where to log in", answer: Site },
  getPrivacy: { summary: "The privacy page, as the owner wrote it", answer: Privacy },
  getHealth: { summary: "Whether the archive is live and ready", answer: Health },
  getUserInfo: {
    summary: "Who is logged in, what they may do, and why",
    description: "401 when nobody is logged in; with the header 'Prefer: handling=lenient' a 200 whose user is null.",
    answer: z.object({ user: User.nullable() }),
  },
  getPicture: {
    summary: "The logged-in member's profile picture",
    query: z.strictObject({ v: z.string().max(64).optional() }),
  },
  logOut: { summary: "End this session", answer: Nothing },
  checkAgain: { summary: "Read the membership from Patreon and Twitch now", answer: z.object({ user: User }) },
  listSessions: { summary: "Where this member is logged in", answer: z.object({ sessions: z.array(OpenSession) }) },
  endSession: {
    summary: "End one other session, or all others with the id 'others'",
    params: z.strictObject({ id: z.string().max(64) }),
    answer: Nothing,
  },
  disconnect: {
    summary: "Disconnect Patreon or Twitch from this account",
    params: z.strictObject({ provider: z.enum(providers) }),
    answer: z.object({ user: User }),
  },
  getMyData: { summary: "Everything that the archive knows about this member", answer: MyData },
  deleteAccount: {
    summary: "Delete this account; the next login starts anew",
    description: "Needs a recent login. Refused with 409 for the only owner.",
    answer: Nothing,
  },
  listPositions: {
    summary: "Where this member stopped in each recording, newest first",
    answer: z.object({ positions: z.array(ListedPosition) }),
  },
  savePosition: {
    summary: "Save where this member stopped, and what they heard; the newest position wins",
    params: z.strictObject({ id: z.string().max(64) }),
    body: Position.omit({ id: true })
      .partial()
      .extend({
        playing: z.boolean().optional().describe("It goes on playing."),
        heard: z.array(Heard).max(10).optional(),
      })
      .strict()
      .describe("Without `seconds` and `at` the position stays, as where only one song of it is played."),
    answer: Nothing,
  },
  checkSaved: {
    summary: "Which of the recordings that a browser has saved this member may still listen to",
    description: "The browser deletes the others. Asked whenever it has a connection and something saved.",
    body: z.strictObject({ ids: z.array(z.string().max(64)).max(500, "must name at most 500 recordings") }),
    answer: z.object({
      ids: z.array(z.string()),
      days: z.int().describe("For how many days they play without a connection from now on; 0: nothing may be saved."),
      video: z
        .boolean()
        .describe("Whether saved videos may stay. Otherwise the browser saves the audio in their place."),
    }),
  },
  createSignInToken: {
    summary: "A one-time state for the redirect to Patreon or Twitch",
    body: z.strictObject({ return_path: z.string().max(2048) }),
    answer: z.object({ data: z.object({ token: z.string() }) }),
  },
  finishPatreonSignIn: { summary: "Where Patreon sends the browser back", query: RedirectQuery },
  finishTwitchSignIn: { summary: "Where Twitch sends the browser back", query: RedirectQuery },
} as const satisfies Record<string, Call>;
