// Word gets out: an owner sets up Discord and tries it, and is told of a full disk and of its end; a member chooses mails, gets
// one, opens it, and ends them by its link.
import { readFile } from "node:fs/promises";
import { createBrowser } from "#server/testing/browser.ts";
import { openClips } from "#server/testing/clips.ts";
import { startDiscordLike, type DiscordLike } from "#server/testing/notices/discord.ts";
import { startMailServer, type MailServer } from "#server/testing/notices/mail-server.ts";
import { createTusClient } from "#server/testing/tus.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test as journey } from "./journey.ts";
import { makeSound } from "./own-recordings.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { screens } from "./screens.ts";

const test = journey.extend<{ server: OwnServer; discord: DiscordLike; mail: MailServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
  discord: async ({}, provide) => {
    await using discord = await startDiscordLike();
    await provide(discord);
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  mail: async ({}, provide) => {
    await using mail = await startMailServer();
    await provide(mail);
  },
  server: async ({ mail }, provide) => {
    await using server = await openOwnServer({
      SMTP_URL: mail.url,
      MAIL_FROM: "archive@mail.example",
      NOTICES_TO_PRIVATE: "yes",
    });
    await server.start();
    await provide(server);
  },
  baseURL: async ({ server }, provide) => provide(server.url),
});

async function upload(url: string, title: string): Promise<void> {
  await using clips = await openClips();
  const bytes = await readFile(await makeSound(clips, title));
  const editor = createBrowser(url);
  await editor.signIn("patron-editor");
  const client = createTusClient(url, editor);
  const address = await client.begin(bytes.length, { filename: `${title}.m4a`, title });
  await client.send(address, 0, bytes);
}

for (const { width } of screens("phone")) {
  test(`an owner sets up Discord, and a member gets a mail and ends the mails, at ${width}`, async ({
    page,
    browser,
    server,
    discord,
    mail,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "patron-owner");
    await page.goto("/studio/notices");
    const form = page.getByRole("group", { name: "Discord: new recordings and live streams" });
    await form.getByLabel("Address of the webhook").fill(discord.webhookUrl);
    await page.getByRole("button", { name: "Save" }).click();
    await form.getByRole("button", { name: "Send a test" }).click();
    await expect(form.getByText(/It arrived\. The other server answered with 200/)).toBeVisible();

    await using context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url });
    const member = await context.newPage();
    await signIn(member, "twitch-tier1");
    await member.getByRole("link", { name: "Account", exact: true }).click();
    await member.getByRole("link", { name: /^Notices/ }).click();
    await member.getByLabel("By email").selectOption("Each new recording");
    await expect(member.getByText("Your choice is saved.")).toBeVisible();
    await expectAccessible(member, "notice-choice");

    const title = `Evening at ${width}`;
    await upload(server.url, title);
    await expect.poll(() => mail.mails.length, { timeout: 30_000 }).toBe(1);
    await expect.poll(() => discord.posted.map(({ embeds }) => embeds[0]?.title)).toEqual(["Test", title]);
    await member.goto(new URL(discord.posted[1]?.embeds[0]?.url ?? "/").pathname);
    await expect(member.getByRole("heading", { name: title })).toBeVisible();

    await using stranger = await browser.newContext({ viewport: { width, height: 900 } });
    const stop = await stranger.newPage();
    await stop.goto(mail.mails[0]?.headers.get("list-unsubscribe")?.slice(1, -1) ?? "");
    await expectAccessible(stop, "stop-mails");
    await stop.getByRole("button", { name: "Stop the emails" }).click();
    await expect(stop.getByText(/You will get no more emails/)).toBeVisible();

    await page.reload();
    await expect(page.getByText(`New recording: ${title}`)).toBeVisible();
    await expect(page.getByText("Email: arrived")).toBeVisible();
    await expectAccessible(page, "studio-notices");
  });
}

for (const { width } of screens("phone")) {
  test(`an owner is told of a full disk and of its end, at ${width} @long`, async ({ page, server, discord }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "patron-owner");
    await page.goto("/studio/notices");
    await expect(page.getByText("Nothing is wrong.")).toBeVisible();
    const form = page.getByRole("group", { name: "Discord: problems" });
    await form.getByLabel("Address of the webhook for problems").fill(discord.webhookUrl);
    await page.getByRole("button", { name: "Save" }).click();
    await form.getByRole("button", { name: "Send a test" }).click();
    await expect(form.getByText(/It arrived\. The other server answered with 200/)).toBeVisible();
    // the stand-ins for Patreon and Twitch end with the server, which is told, too
    const told = () => discord.posted.flatMap(({ embeds }) => embeds[0]?.title.match(/^Test$|.*Free space$/) ?? []);

    // what two check-ups in a row agree on is told by the round after them; a start begins a round
    const lookTwice = async (settings: Record<string, string>) => {
      await restart(settings);
      for (const _ of ["first", "second"]) {
        await page.goto("/studio/settings/check-up");
        const checked = page.waitForResponse(
          (answer) => answer.request().method() === "POST" && answer.url().includes("check"),
        );
        await page.getByRole("button", { name: "Check now" }).click();
        expect((await checked).ok()).toBe(true);
        await restart(settings);
      }
      await page.goto("/studio/notices");
    };
    const restart = async (settings: Record<string, string>) => {
      // an open page would ask a server that is away
      await page.goto("about:blank");
      await server.kill();
      await server.start(settings);
    };
    await lookTwice({ LEAST_FREE_GB: "1000000" });
    await expect.poll(told).toEqual(["Test", "Problem: Free space"]);
    await page.reload();
    const problems = page.getByRole("heading", { name: "Current problems" }).locator("xpath=..");
    await expect(problems).toContainText("Free space");
    await expectAccessible(page, "studio-trouble");

    await lookTwice({});
    await expect.poll(told).toEqual(["Test", "Problem: Free space", "Solved: Free space"]);
    await page.reload();
    await expect(page.getByText("Discord: arrived").first()).toBeVisible();
    await expect(problems).not.toContainText("Free space");
  });
}
