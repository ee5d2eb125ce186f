import { buttonOf, expect, signIn, signInByClicking, test } from "./journey.ts";
import { url } from "./stage.ts";

test("a member signs in with Patreon by clicking, and returns to the same page", async ({ page }) => {
  await page.goto("/?sort=title");
  await page.getByRole("button", { name: "Login with Patreon" }).click();
  await expect(page.getByText(/are simulated on this computer/).first()).toBeVisible();
  await (await buttonOf(page, "patron-gold")).click();
  await expect(page.getByRole("button", { name: "Log out", exact: true })).toBeVisible();
  await expect(page).toHaveURL("/?sort=title");
  await expect(page.getByRole("switch", { name: "Audio Only" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Login with Patreon" })).toHaveCount(0);
});

test("the redirect to Twitch is built as specified, and Ctrl asks for consent again @long", async ({ page }) => {
  const redirect = async (modifiers: "Control"[]) => {
    await page.goto("/");
    const request = page.waitForRequest(/\/oauth2\/authorize/);
    await page.getByRole("button", { name: "Login with Twitch" }).click({ modifiers });
    const { searchParams } = new URL((await request).url());
    await page.waitForURL(/\/oauth2\/authorize/);
    return searchParams;
  };
  const query = await redirect([]);
  expect(query.get("response_type")).toBe("code");
  expect(query.get("scope")).toBe("openid user:read:subscriptions user:read:email");
  expect(JSON.parse(query.get("claims") ?? "")).toEqual({
    userinfo: { email: null, email_verified: null, preferred_username: null, picture: null },
  });
  expect(query.get("redirect_uri")).toBe(`${url}/api/auth/twitch/redirect`);
  expect(query.get("force_verify")).toBeNull();
  expect((await redirect(["Control"])).get("force_verify")).toBe("true");
});

test("a real problem, an unverified e-mail address, shows the same message", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Login with Twitch" }).click();
  await page.getByRole("button", { name: /^twitch-unverified\b/ }).click();
  await expect(page).toHaveURL("/?problem=twitch-email-not-verified");
  await expect(page.getByRole("alert", { name: "Login problem" })).toContainText(
    "You haven't verified your twitch email yet.",
  );
});

test("without the required tier there is no access; the page says why and offers to check again", async ({ page }) => {
  await signIn(page, "patron-bronze");
  const alert = page.getByRole("alert", { name: "No access" });
  await expect(alert).toContainText(
    "You are logged in, but you don't have access to view the videos. This can happen if you are not subscribed at the required Patreon or twitch tier for example.",
  );
  await expect(page.getByText("Patreon: your tier (Bronze) is below Gold.").first()).toBeVisible();
  await expect(page.getByRole("switch", { name: "Audio Only" })).toHaveCount(0);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("Checked just now.")).toBeVisible();
});

test("a second login can be connected and disconnected in the account", async ({ page }) => {
  await signIn(page, "patron-never");
  await expect(page.getByRole("alert", { name: "No access" })).toBeVisible();
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await page.getByRole("button", { name: "Connect Twitch" }).click();
  await (await buttonOf(page, "twitch-prime")).click();
  await expect(page.getByRole("switch", { name: "Audio Only" })).toBeVisible();
  await expect(page).toHaveURL("/account");
  await page.getByRole("button", { name: "Disconnect Twitch" }).click();
  await page.getByRole("button", { name: "Yes, disconnect Twitch" }).click();
  await expect(page.getByRole("switch", { name: "Audio Only" })).toHaveCount(0);
  await page.getByRole("link", { name: "Archive" }).click();
  await expect(page.getByRole("alert", { name: "No access" })).toBeVisible();
});

test("other sessions are listed and can be ended in the account", async ({ page, browser }) => {
  await signInByClicking(page, "patron-multi");
  const elsewhere = await (await browser.newContext()).newPage();
  await signInByClicking(elsewhere, "patron-multi");
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await page.getByRole("link", { name: /^Logged-in devices/ }).click();
  await page
    .getByRole("button", { name: /^Log out on (?!all other)/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: /^Log out on (?!all other)/ })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
});

test("logging out removes the member from the page and shows the home page", async ({ page }) => {
  await signIn(page, "patron-annual");
  await page.goto("/404");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("button", { name: "Login with Twitch" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Login with Twitch" })).toBeVisible();
});

test.describe("when the archive does not answer", () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test("logging in and logging out show the specified messages", async ({ page }) => {
    await page.goto("/");
    await page.route("**/api/auth/csrf-token", (route) => route.abort());
    await page.getByRole("button", { name: "Login with Patreon" }).click();
    await expect(page.getByText(/^Error occured while performing the log in: /)).toBeVisible();
    await page.unroute("**/api/auth/csrf-token");
    await signIn(page, "patron-gifted");
    await page.route("**/api/user/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(page.getByText(/^Error occured while performing the log out: /)).toBeVisible();
  });
});

test("logging in and out works with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  const tabTo = async (name: RegExp) => {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(
        () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "",
      );
      if (name.test(focused.trim())) return;
    }
    throw new Error(`Tab never reached ${name}`);
  };
  await page.getByRole("button", { name: "Login with Twitch" }).waitFor();
  await tabTo(/^Login with Twitch$/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/oauth2\/authorize/);
  await tabTo(/^twitch-tier2\b/);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Log out", exact: true }).waitFor();
  // pictures that are still asked for after logging out are refused, and the browser reports that
  const arePicturesThere = () =>
    page.evaluate(() => {
      const pictures = [...document.querySelectorAll("article img")] as HTMLImageElement[];
      return pictures.length > 0 && pictures.every(({ complete }) => complete);
    });
  await expect.poll(arePicturesThere).toBe(true);
  await tabTo(/^Log out$/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Login with Twitch" })).toBeVisible();
});
