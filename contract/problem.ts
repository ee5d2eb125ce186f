// What a refused call answers: problem+json (RFC 9457) with a code the page can act on.
import { z } from "zod";
import { SetList } from "./songs.ts";
import { Video } from "./video.ts";

const problemCodes = [
  "bad-input",
  "not-signed-in",
  "not-allowed",
  "locked",
  "not-found",
  "sign-in-again",
  "gone",
  "conflict",
  "wrong-version",
  "checksum-mismatch",
  "damaged",
  "too-large",
  "wrong-type",
  "cross-site",
  "wrong-host",
  "bad-signature",
  "too-many-requests",
  "provider-unavailable",
  "no-room",
  "busy",
  "cannot-start",
  "unexpected",
] as const;
export type ProblemCode = (typeof problemCodes)[number];

export const Problem = z.object({
  type: z.literal("about:blank"),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe("One sentence for a person: what happened and what to do."),
  code: z.enum(problemCodes),
  request_id: z.string().describe("Give this when you ask for help: it is in the server log, too."),
  fields: z
    .array(z.object({ field: z.string(), rule: z.string() }))
    .optional()
    .describe("With bad-input: which fields, and the rule each one broke."),
  current: Video.optional().describe("With conflict: the recording as it is now."),
  current_set_list: SetList.optional().describe("With conflict: the set list as it is now."),
});
export type Problem = z.infer<typeof Problem>;
