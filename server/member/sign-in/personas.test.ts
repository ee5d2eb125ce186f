import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";

type Row = [persona: string, can: "views" | "edits" | "nothing" | `problem:${string}`, why: RegExp];

const rows: Row[] = [
  ["patron-gold", "views", /your tier \(Gold\) gives you access/],
  ["patron-bronze", "nothing", /Patreon: your tier \(Bronze\) is below Gold\./],
  ["patron-annual", "views", /your tier \(Gold\) gives you access/],
  ["patron-gifted", "views", /your tier \(Gold\) gives you access/],
  ["patron-trial", "views", /your tier \(Gold\) gives you access/],
  ["patron-free", "nothing", /Patreon: your tier \(Free\) is below Gold\./],
  ["patron-custom", "nothing", /you have no membership that includes this archive/],
  ["patron-declined-retrying", "views", /your tier \(Gold\) gives you access/],
  ["patron-declined", "nothing", /you have no membership that includes this archive/],
  ["patron-cancelled-paid", "views", /your tier \(Gold\) gives you access/],
  ["patron-former", "nothing", /you have no membership that includes this archive/],
  ["patron-never", "nothing", /you have no membership that includes this archive/],
  ["patron-editor", "edits", /You are an editor of this archive\./],
  ["patron-owner", "edits", /You own this archive\./],
  ["patron-multi", "views", /your tier \(Gold\) gives you access/],
  ["patron-unverified", "problem:patreon-email-not-verified", /^$/],
  ["patron-unverified-unknown", "views", /your tier \(Gold\) gives you access/],
  ["patron-deleted", "problem:patreon-user-deleted", /^$/],
  ["patron-suspended", "problem:patreon-user-suspended", /^$/],
  ["patron-glitch", "views", /your tier \(Gold\) gives you access/],
  ["twitch-tier1", "views", /Twitch: you are subscribed at tier 1\./],
  ["twitch-tier2", "views", /Twitch: you are subscribed at tier 2\./],
  ["twitch-tier3", "views", /Twitch: you are subscribed at tier 3\./],
  ["twitch-prime", "views", /Twitch: you are subscribed at tier 1\./],
  ["twitch-gift", "views", /Twitch: you are subscribed at tier 1\./],
  ["twitch-ended", "nothing", /Twitch: not subscribed\./],
  ["twitch-never", "nothing", /Twitch: not subscribed\./],
  ["twitch-broadcaster", "edits", /You own this archive\./],
  ["twitch-moderator", "nothing", /Twitch: not subscribed\./],
  ["twitch-editor", "edits", /You are an editor of this archive\./],
  ["twitch-unverified", "problem:twitch-email-not-verified", /^$/],
  ["twitch-claims-missing", "views", /Twitch: you are subscribed at tier 1\./],
  ["twitch-deleted", "problem:twitch-user-deleted", /^$/],
  ["twitch-suspended", "problem:twitch-user-suspended", /^$/],
  ["twitch-renamed", "views", /Twitch: you are subscribed at tier 1\./],
  ["twitch-revoked", "views", /Twitch: you are subscribed at tier 1\./],
];

describe.each(heavyKinds("sqlite"))("signing in, on %s", (kind) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  it.each(rows)("as %s: %s", async (persona, can, why) => {
    const browser = archive.openBrowser();
    const before = await countAudits(archive);
    const ended = await browser.signIn(persona, "/video/abc?t=1");
    const user = await browser.whoAmI();
    expect(await countAudits(archive), "one audit row for each sign-in").toBe(before + 1);
    if (can.startsWith("problem:")) {
      expect(ended).toBe(`/?problem=${can.slice("problem:".length)}`);
      expect(user).toBeNull();
      return;
    }
    expect(ended).toBe("/video/abc?t=1");
    expect(user).toMatchObject({ can_view: can !== "nothing", can_edit: can === "edits" });
    expect(user?.why.map(({ sentence }) => sentence).join(" ")).toMatch(why);
  });
});

async function countAudits({ parts }: TestArchive): Promise<number> {
  const kinds = ["signed-in", "sign-in-refused"];
  return (await parts.db.selectFrom("audit").select("id").where("kind", "in", kinds).execute()).length;
}
