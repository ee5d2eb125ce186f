// A guest whose access was ended tries every way back. Each way ends with what the person then has: nobody may watch.
import type { Guest } from "#contract/guests.ts";
import { roundWork } from "#server/member/work.ts";
import type { TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";

const dayMs = 24 * 3_600_000;

interface Guesthood {
  archive: TestArchive;
  owner: Browser;
  /** Logged in with a new account without a membership; a second one is of Twitch. */
  browser: Browser;
  personas: { patreon: string; twitch: string };
  /** Two links with uses left, both older than the end. */
  key: string;
  otherKey: string;
  end(): Promise<void>;
  deleteAccount(): Promise<void>;
  logIn(provider: "patreon" | "twitch", browser?: Browser): Promise<Browser>;
  open(key: string, browser?: Browser): Promise<number>;
  invite(): Promise<string>;
  openBrowser(): Browser;
}

/** Returns the browsers that the person has in the end. */
type Way = (guest: Guesthood) => Promise<Browser[]>;

/** All but those of the last group begin with a guest who has accepted the first link. */
const ways: Record<string, Way> = {
  "the same link": async ({ end, open, key, browser }) => {
    await end();
    await open(key);
    return [browser];
  },
  "another link, and one that is newer than the end": async ({ end, open, otherKey, invite, browser }) => {
    await end();
    await open(otherKey);
    await open(await invite());
    return [browser];
  },
  "a new login": async ({ end, logIn, open, key, otherKey, openBrowser }) => {
    await end();
    const again = await logIn("patreon", openBrowser());
    await open(key, again);
    await open(otherKey, again);
    return [again];
  },
  "the account deleted, the same link": async ({ end, deleteAccount, logIn, open, key }) => {
    await end();
    await deleteAccount();
    const again = await logIn("patreon");
    await open(key);
    return [again];
  },
  "the account deleted, every other link": async ({ end, deleteAccount, logIn, open, otherKey, invite }) => {
    await end();
    await deleteAccount();
    const again = await logIn("patreon");
    await open(otherKey);
    await open(await invite());
    return [again];
  },
  "the account deleted twice": async ({ end, deleteAccount, logIn, open, key }) => {
    await end();
    for (let round = 0; round < 2; round += 1) {
      await deleteAccount();
      await logIn("patreon");
    }
    await open(key);
    return [await logIn("patreon")];
  },
  "the account deleted by the owner": async ({ end, owner, browser, logIn, open, key }) => {
    await end();
    await removeMember(owner, await idOf(browser));
    const again = await logIn("patreon");
    await open(key);
    return [again];
  },
  "another login, connected before the end": async ({ end, deleteAccount, logIn, open, key }) => {
    await logIn("twitch");
    await end();
    await deleteAccount();
    const again = await logIn("twitch");
    await open(key);
    return [again];
  },
  "another login, connected after the end": async ({ end, deleteAccount, logIn, open, key }) => {
    await end();
    await logIn("twitch");
    await deleteAccount();
    const again = await logIn("twitch");
    await open(key);
    return [again];
  },
  "another login, disconnected before the end": async ({ end, logIn, open, key, openBrowser, browser }) => {
    await logIn("twitch");
    await browser.ask("DELETE /api/user/identities/twitch");
    await end();
    const again = await logIn("twitch", openBrowser());
    await open(key, again);
    return [again, browser];
  },
  "another login, disconnected after the end": async ({ end, logIn, open, key, openBrowser, browser }) => {
    await end();
    await logIn("twitch");
    await browser.ask("DELETE /api/user/identities/patreon");
    const again = await logIn("patreon", openBrowser());
    await open(key, again);
    await open(key, browser);
    return [again, browser];
  },
  "another login, disconnected and a guest by itself before the end": async (guest) => {
    const { end, logIn, open, otherKey, openBrowser, browser } = guest;
    await logIn("twitch");
    await browser.ask("DELETE /api/user/identities/twitch");
    const other = await logIn("twitch", openBrowser());
    await open(otherKey, other);
    await end();
    return [other, browser];
  },
  "a stranger's login that becomes a guest and then connects the deleted account": async (guest) => {
    const { end, deleteAccount, logIn, open, otherKey, openBrowser } = guest;
    await end();
    await deleteAccount();
    const other = await logIn("twitch", openBrowser());
    await open(otherKey, other);
    await logIn("patreon", other);
    return [other];
  },
  "the same, and the account disconnected again": async ({
    end,
    deleteAccount,
    logIn,
    open,
    otherKey,
    openBrowser,
  }) => {
    await end();
    await deleteAccount();
    const other = await logIn("twitch", openBrowser());
    await logIn("patreon", other);
    await other.ask("DELETE /api/user/identities/patreon");
    await open(otherKey, other);
    return [other];
  },
  "the account deleted at the moment of the end": async ({ end, deleteAccount, logIn, open, key }) => {
    const [ended] = await Promise.allSettled([end(), deleteAccount()]);
    const again = await logIn("patreon");
    // deleted before: then nothing was ended, and the owner was told so
    if (ended.status === "rejected") return [];
    await open(key);
    return [again];
  },
  "a link opened at the moment of the end": async ({ end, open, otherKey, browser }) => {
    await Promise.all([end(), open(otherKey)]);
    return [browser];
  },
};

const laterWays: Record<string, Way> = {
  "the account deleted, and a new link 100 days later": async (guest) => {
    const { archive, owner, end, deleteAccount, logIn, open, invite } = guest;
    await end();
    await deleteAccount();
    await passDays(archive, owner);
    const again = await logIn("patreon");
    await open(await invite());
    return [again];
  },
  "a new link 100 days later": async ({ archive, owner, end, logIn, open, invite }) => {
    await end();
    await passDays(archive, owner);
    const again = await logIn("patreon");
    await open(await invite());
    return [again];
  },
};

/** Who could watch in the end, as sentences. */
export async function tryWaysBack(archive: TestArchive): Promise<{ tried: number; in: string[] }> {
  const found: string[] = [];
  const all = [...Object.entries(ways), ...Object.entries(laterWays)];
  for (const [index, [name, way]] of all.entries()) {
    const guest = await welcome(archive, index);
    const browsers = await way(guest);
    for (const browser of browsers)
      if ((await browser.ask("GET /api/video/list")).status !== 403) found.push(`by ${name}: may watch`);
  }
  return { tried: all.length, in: found };
}

async function welcome(archive: TestArchive, index: number): Promise<Guesthood> {
  const personas = { patreon: `patron-bronze-${index + 1}`, twitch: `twitch-never-${index + 1}` };
  await archive.control(`PUT personas/${personas.patreon}`, { like: "patron-bronze" });
  await archive.control(`PUT personas/${personas.twitch}`, { like: "twitch-never" });
  const owner = archive.openBrowser();
  await owner.signIn("patron-owner");
  const browser = archive.openBrowser();
  const inDays = (days: number) => new Date(archive.parts.clock.now().getTime() + days * dayMs).toISOString();
  const guest: Omit<Guesthood, "key" | "otherKey"> = {
    ...{ archive, owner, browser, personas, openBrowser: archive.openBrowser },
    async end() {
      const id = await idOf(browser);
      const row = await archive.parts.db
        .selectFrom("guest")
        .select("id")
        .where("member_id", "=", id)
        .executeTakeFirst();
      const { status } = await owner.ask<{ guest: Guest }>(`PUT /api/guests/${row?.id}`, { ended: true });
      if (status !== 200) throw new Error(`the access was not ended: ${status}`);
    },
    async deleteAccount() {
      const { status } = await browser.ask("DELETE /api/user");
      if (status !== 200) throw new Error(`the account was not deleted: ${status}`);
    },
    async logIn(provider, at = browser) {
      await at.signIn(personas[provider]);
      return at;
    },
    open: async (key, at = browser) => (await at.ask("POST /api/invitation/accept", { key })).status,
    async invite() {
      const wish = { guest_until: null, link_until: inDays(80), most_uses: 50, note: "" };
      const made = await owner.ask<{ link: string }>("POST /api/invitations", wish);
      archive.advance(1);
      return made.body.link.split("#")[1] ?? "";
    },
  };
  await guest.logIn("patreon");
  const [key, otherKey] = [await guest.invite(), await guest.invite()];
  const status = await guest.open(key);
  if (status !== 200 || (await browser.ask("GET /api/video/list")).status !== 200)
    throw new Error(`no guest to begin with: ${status}`);
  return { ...guest, key, otherKey };
}

async function idOf(browser: Browser): Promise<string> {
  const user = await browser.whoAmI();
  if (!user) throw new Error("nobody is logged in");
  return user.id;
}

async function removeMember(owner: Browser, id: string): Promise<void> {
  const { status } = await owner.ask(`DELETE /api/members/${id}`);
  if (status !== 200) throw new Error(`the owner could not delete the account: ${status}`);
}

/** With what is swept then. */
async function passDays(archive: TestArchive, owner: Browser): Promise<void> {
  archive.advance(100 * dayMs);
  await roundWork(archive.parts)["sweep-members"]();
  await owner.signIn("patron-owner");
}
