// Bugs in the corners that only a walk through every cell, or a look at every answer, comes upon.
import type { Bug } from "./bugs.ts";

const matrix = { test: "prove/authorisation.test.ts", name: "on sqlite and disk, direct" };
const canaries = { test: "prove/canaries.test.ts" };

export const matrixBugs: readonly Bug[] = [
  {
    promise: "no route, however harmless it looks, is open to members who are no editors",
    file: "server/http/routes/retention.ts",
    from: `"previewRetention", { who: "editor"`,
    to: `"previewRetention", { who: "member"`,
    ...matrix,
  },
  {
    promise: "where somebody stopped names no video that was hidden since",
    file: "server/library/positions.ts",
    from: `    .where(visibleTo(audience))\n`,
    to: "",
    ...matrix,
  },
  {
    promise: "a session ends when its time is over",
    file: "server/member/session.ts",
    from: `!session || now >= session.expires_at || `,
    to: `!session || `,
    ...matrix,
  },
  {
    promise: "an account that was disabled sees nothing",
    file: "server/access/permission.ts",
    from: `if (member.disabledAt) {`,
    to: `if (member.disabledAt && member.role) {`,
    ...matrix,
  },
  {
    promise: "what is hidden cannot be told from what never was, by not one byte",
    file: "server/library/video.ts",
    from: `if (!row) throw new Refusal("not-found", words.noSuchRecording);`,
    to: `const known = await db.selectFrom("video").select("id").where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("not-found", known ? "There is no such recording now." : words.noSuchRecording);`,
    ...matrix,
  },
  {
    promise: "the log names no address, which may carry a code",
    file: "server/http/measure/request-log.ts",
    from: `JSON.stringify(rules.url ?? "none")`,
    to: `JSON.stringify(request.url)`,
    ...canaries,
  },
  {
    promise: "an answer does not repeat the address it was asked for",
    file: "server/http/routes/page.ts",
    from: `new Refusal("not-found", doorWords.nothingHere)`,
    to: `new Refusal("not-found", request.url)`,
    ...canaries,
  },
];
