// Bugs by which somebody is told what they must not know, is told twice, or is not told.
import type { Bug } from "./bug.ts";

const notices = "server/notices/notices.test.ts";

export const noticeBugs: readonly Bug[] = [
  {
    promise: "notices are not sent to this machine or its network",
    file: "server/notices/reach/find-address.ts",
    from: `!addresses.every(isPublicAddress)`,
    to: `!addresses.some(isPublicAddress)`,
    test: "server/notices/reach/post.test.ts",
    name: "both.example",
  },
  {
    promise: "the address that was checked is the one that is asked",
    file: "server/notices/reach/post.ts",
    from: `    lookup,\n`,
    to: "",
    test: "server/notices/reach/post.test.ts",
    name: "the address that was checked",
  },
  {
    promise: "a recording that is hidden and shown again is told once",
    file: "server/notices/announce.ts",
    from: `if (!isFirst || isOld) return;`,
    to: `if (isOld) return;`,
    test: notices,
    name: "is told once, also when",
  },
  {
    promise: "a recording that is hidden before its notice is sent is not sent",
    file: "server/notices/deliver.ts",
    from: `notice.kind === "recording" && !(await isShown(db, notice))`,
    to: `notice.kind === "digest" && !(await isShown(db, notice))`,
    test: notices,
    name: "hidden before it is sent",
  },
  {
    promise: "nobody is mentioned at Discord",
    file: "server/notices/channels/discord.ts",
    from: `allowed_mentions: { parse: [] },`,
    to: "",
    test: notices,
    name: "posted to Discord",
  },
  {
    promise: "the link in a mail is not followed by looking at it",
    file: "server/http/routes/notices/choices.ts",
    from: `answer(scope, "showStopMails", { who: "anyone", limit: "reads" }, async (_request, reply) => {`,
    to: `answer(scope, "showStopMails", { who: "anyone", limit: "reads" }, async (_request, reply) => {\n      await stopMails(parts.db, _request.params.key);`,
    test: notices,
    name: "mails with text",
  },
  {
    promise: "nobody is told that their access ends who may watch for another reason",
    file: "server/notices/ending.ts",
    from: ` || decideFor(rest, staying, config, now).canView) return;`,
    to: `) return;`,
    test: notices,
    name: "is told once: to guests",
  },
  {
    promise: "a new version is not called installed because it cannot be asked for",
    file: "server/notices/troubles.ts",
    from: `if (isNews(name)) return isVersionUnknown;`,
    to: "",
    test: "server/notices/troubles.test.ts",
    name: "a new version",
  },
  {
    promise: "each day has one summary",
    file: "server/notices/summary.ts",
    from: "const key = `summary:${due.toISOString()}`;",
    to: "const key = `summary:${performance.now()}`;",
    test: "server/notices/troubles.test.ts",
    name: "a daily summary",
  },
  {
    promise: "the owner is not told of a line that was red only once",
    file: "server/notices/troubles.ts",
    from: `(!needsTwo || isAgain)`,
    to: `(needsTwo || isAgain)`,
    test: "server/notices/troubles.test.ts",
    name: "backup",
  },
];
