// Bugs that only a test of every route, role and state, or of every answer, finds.
import type { Bug } from "./bug.ts";

const matrix = { test: "prove/authorisation.test.ts", name: "on sqlite and disk, direct" };
const canaries = { test: "prove/canaries.test.ts" };

export const matrixBugs: readonly Bug[] = [
  {
    promise: "a route for editors does not answer other members",
    file: "server/http/routes/retention.ts",
    from: `"previewRetention", { who: "editor"`,
    to: `"previewRetention", { who: "member"`,
    ...matrix,
  },
  {
    promise: "saved positions do not name recordings that are hidden now",
    file: "server/library/positions.ts",
    from: `    .where(visibleTo(audience))\n`,
    to: "",
    ...matrix,
  },
  {
    promise: "the list of songs leaves out those of hidden recordings",
    file: "server/library/songs/song-list.ts",
    from: `    .where(visibleTo(audience))\n    .groupBy`,
    to: `    .groupBy`,
    ...matrix,
  },
  {
    promise: "a song's page leaves out performances in hidden recordings",
    file: "server/library/songs/performances.ts",
    from: `    .where("performance_song.song_id", "=", songId)\n    .where(visibleTo(audience));`,
    to: `    .where("performance_song.song_id", "=", songId);`,
    ...matrix,
  },
  {
    promise: "members' lists leave out recordings that are hidden now",
    file: "server/library/lists/entries.ts",
    from: `eb("performance.id", "is not", null)]))\n    .where(visibleTo(audience));`,
    to: `eb("performance.id", "is not", null)]));`,
    ...matrix,
  },
  {
    promise: "a list that is not shared does not exist for others",
    file: "server/library/lists/list.ts",
    from: `.where("member_id", "=", memberId).where("deleted_at"`,
    to: `.where("deleted_at"`,
    test: "server/library/lists/lists.test.ts",
  },
  {
    promise: "what was played before and after a song is counted for each audience",
    file: "server/library/songs/figures.ts",
    from: `    .where(visibleTo(audience))\n    .groupBy`,
    to: `    .groupBy`,
    test: "server/library/songs/songs.test.ts",
  },
  {
    promise: "a set list that somebody else has saved meanwhile is not overwritten",
    file: "server/library/songs/save.ts",
    from: `    if (!isNewest) throw`,
    to: `    if (false as boolean) throw`,
    test: "server/library/songs/two-editors.test.ts",
  },
  {
    promise: "a session is refused after it has expired",
    file: "server/member/session.ts",
    from: `!session || now >= session.expires_at || `,
    to: `!session || `,
    ...matrix,
  },
  {
    promise: "a disabled account has no access",
    file: "server/access/permission.ts",
    from: `if (member.disabledAt) {`,
    to: `if (member.disabledAt && member.role) {`,
    ...matrix,
  },
  {
    promise: "the answers for a hidden and an unknown recording are the same to the byte",
    file: "server/library/video.ts",
    from: `if (!row) throw new Refusal("not-found", words.noSuchRecording);`,
    to: `const known = await db.selectFrom("video").select("id").where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("not-found", known ? "There is no such recording now." : words.noSuchRecording);`,
    ...matrix,
  },
  {
    promise: "the log contains no request addresses, which may carry a sign-in code",
    file: "server/http/measure/request-log.ts",
    from: `JSON.stringify(rules.url ?? "none")`,
    to: `JSON.stringify(request.url)`,
    ...canaries,
  },
  {
    promise: "an answer does not repeat the address of the request",
    file: "server/http/routes/page.ts",
    from: `new Refusal("not-found", doorWords.nothingHere)`,
    to: `new Refusal("not-found", request.url)`,
    ...canaries,
  },
  {
    promise: "a guest whose time is over sees nothing",
    file: "server/access/guest.ts",
    from: `now < guest.until`,
    to: `now > new Date(0)`,
    test: "prove/authorisation.test.ts",
  },
  {
    promise: "a guest whose access was ended sees nothing",
    file: "server/access/guest.ts",
    from: `guest.endedAt === null && `,
    to: ``,
    test: "prove/authorisation.test.ts",
  },
  {
    promise: "an invitation link does not work more often than it says",
    file: "server/member/guests/list.ts",
    from: `row.uses >= row.most_uses`,
    to: `row.uses > row.most_uses`,
    test: "server/http/routes/people/guests.test.ts",
  },
  {
    promise: "an old link does not bring back a guest whose access was ended",
    file: "server/member/guests/invitations.ts",
    from: `row.made_at <= guest.ended_at`,
    to: `row.made_at > guest.ended_at`,
    test: "server/http/routes/people/guests.test.ts",
  },
  {
    promise: "two owners who remove each other leave one",
    file: "server/member/roles.ts",
    from: `  await requireStillOwner({ db, config, clock }, actorId);\n`,
    to: ``,
    test: "server/http/routes/people/data.test.ts",
  },
  {
    promise: "a deleted account leaves no login in the history",
    file: "server/history/member-entries.ts",
    from: `.set({ member_id: former, subject: null })`,
    to: `.set({ subject: null })`,
    test: "server/http/routes/people/data.test.ts",
  },
];
