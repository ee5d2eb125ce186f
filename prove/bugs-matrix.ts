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
    promise: "the audio of a podcast feed is refused when access has ended",
    file: "server/feed/read-feed.ts",
    from: `return permission.canView && !isEnded;`,
    to: `return permission !== null && !isEnded;`,
    ...matrix,
  },
  {
    promise: "a podcast feed has no hidden recording, not even for editors",
    file: "server/feed/episodes.ts",
    from: `export const feedAudience: Audience = "viewers";`,
    to: `export const feedAudience: Audience = "editors";`,
    ...matrix,
  },
  {
    promise: "an address that the owner has ended gives no audio",
    file: "server/feed/read-feed.ts",
    from: `return permission.canView && !isEnded;`,
    to: `return permission.canView;`,
    test: "server/feed/feed.test.ts",
  },
  {
    promise: "the database has no token of a podcast feed that can be read",
    file: "server/feed/address.ts",
    from: `token_sealed: keys.seal(token, purpose(memberId))`,
    to: `token_sealed: keys.seal(token, purpose(memberId)) && token`,
    test: "server/feed/address.test.ts",
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
];
