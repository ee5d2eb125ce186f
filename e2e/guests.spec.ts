// Guests: an owner makes a link, a guest opens it, logs in and watches; the owner ends it.
import { expectAccessible } from "./accessible.ts";
import { buttonOf, expect, signIn, test } from "./journey.ts";
import { personLike } from "./people.ts";
import { screens } from "./screens.ts";

for (const { width } of screens("phone")) {
  test(`a guest comes by a link, watches without a membership, and is ended, at ${width}`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const note = `the drummer ${width}`;
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "patron-owner");
    await page.goto("/studio/guests");
    const form = page.getByRole("region", { name: "Invite by a link" });
    await form.getByLabel("Note").fill(note);
    await form.getByRole("button", { name: "Make a link" }).click();
    const link = await form.getByLabel("Invitation link").inputValue();
    expect(link).toMatch(/\/invitation#[\w-]{43}$/);
    await expect(form.getByRole("button", { name: "Copy the link" })).toBeFocused();
    await expectAccessible(page, "guests-new-link");
    await form.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("list", { name: "Links" })).toContainText(note);

    const context = await browser.newContext({
      viewport: { width, height: 900 },
      ...(baseURL !== undefined && { baseURL }),
    });
    const guest = await context.newPage();
    const asked: string[] = [];
    const key = link.split("#")[1] ?? "";
    guest.on("request", (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
    await guest.goto(link);
    await expect(guest.getByRole("heading", { level: 1 })).toContainText("You are invited to");
    expect(new URL(guest.url()).hash).toBe("");
    await expectAccessible(guest, "invitation");
    const main = guest.getByRole("main");
    await main.getByRole("button", { name: "Login with Patreon" }).click();
    await (await buttonOf(guest, "patron-never")).click();
    await expect(guest.getByText("Welcome! You may watch as a guest.")).toBeVisible();
    await expect(guest).toHaveURL(`${baseURL}/`);
    await expect(guest.getByRole("switch", { name: "Audio Only" })).toBeVisible();
    // neither in an address nor in a header, so in no log and no Referer
    expect(asked.filter((request) => request.includes(key))).toEqual([]);
    expect(
      await guest.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])),
    ).not.toContain(key);
    await guest.getByRole("link", { name: "Account", exact: true }).click();
    await guest.getByRole("link", { name: /^Membership/ }).click();
    await expect(guest.getByText(/^Invited by .+ until \d+ \w+( \d{4})?\.$/)).toBeVisible();

    await page.reload();
    const row = page.getByRole("list", { name: "Guests" }).getByRole("listitem").filter({ hasText: note });
    const mark = personLike("patron-never").replace("patron-never-", "");
    await expect(row).toContainText(mark);
    await expectAccessible(page, "guests");
    await row.getByRole("button", { name: /^Extend/ }).click();
    await row.getByLabel(/^New end date for/).fill("2031-05-03");
    await row.getByRole("button", { name: "Save" }).click();
    await expect(row).toContainText("3 May 2031");
    await row.getByRole("button", { name: /^End access/ }).click();
    await expect(row).toContainText("Ended");
    await guest.goto("/");
    await expect(guest.getByRole("alert", { name: "No access" })).toBeVisible();
    await expect(guest.getByText(/^Your invitation ended on /)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(row).not.toContainText("Ended");
    await guest.reload();
    await expect(guest.getByRole("switch", { name: "Audio Only" })).toBeVisible();

    // used up: it looks like a link that never existed
    await guest.goto("/404");
    await guest.goto(link);
    await expect(guest.getByRole("alert", { name: "This invitation cannot be opened" })).toBeVisible();
    await context.close();
  });
}
