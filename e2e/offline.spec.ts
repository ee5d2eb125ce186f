// Without a connection: the installed page starts and says so, goes on by itself, and keeps nothing of any member.
// Plain Playwright, not journey.ts: a page without a connection logs what it could not load.
import { expect, test as plain } from "@playwright/test";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { signIn } from "./people.ts";

const test = plain.extend<{ server: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
  server: async ({}, provide) => {
    await using server = await openOwnServer();
    await server.start();
    await provide(server);
  },
  baseURL: async ({ server }, provide) => provide(server.url),
});
test.use({ serviceWorkers: "allow" });

test("the page starts without a connection, goes on when it is back, and keeps nothing of a member", async ({
  page,
  server,
}) => {
  await signIn(page, "patron-gold");
  await expect(page.getByRole("link", { name: "Account", exact: true })).toBeVisible();
  // everything that the next start needs is kept
  await expect
    .poll(() => page.evaluate(listKept))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^\/assets\/offline-/)]));
  await expect.poll(() => page.evaluate(listKept)).toContain("/");

  await server.kill();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await page.goto("/songs");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  // and by itself
  await server.start();
  await expect(page.getByRole("link", { name: "Account", exact: true })).toBeVisible();

  // another member in the same browser: the worker has nothing of the one before
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await signIn(page, "patron-never");
  await expect(page.getByText("No access")).toBeVisible();
  const kept = await page.evaluate(listKept);
  expect(kept.filter((address) => /^\/(api|pictures)\//.test(address))).toEqual([]);
  const seen = await page.evaluate(async () => (await fetch("/api/video/list")).status);
  expect(seen).toBe(403);
});

test("a new version of the page replaces the kept one, and the files of an open tab stay", async ({ page }) => {
  await signIn(page, "patron-gold");
  await expect.poll(() => page.evaluate(listKept)).toContain("/");
  const before = await page.evaluate(listKept);
  // what a release changes: index.html names another file
  await page.evaluate(async () => {
    const cache = await caches.open("shell-1");
    const old = await (await cache.match("/"))?.text();
    const headers = { "content-type": "text/html" };
    await cache.put("/", new Response(old?.replace("<title>", "<title>Old "), { headers }));
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.match("/"))?.text())?.includes("<title>Old ")))
    .toBe(false);
  expect(await page.evaluate(listKept)).toEqual(expect.arrayContaining(before));
});

/** The paths of everything in the browser's caches. */
async function listKept(): Promise<string[]> {
  const lists = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  return (await Promise.all(lists)).flat().map(({ url }) => new URL(url).pathname);
}
