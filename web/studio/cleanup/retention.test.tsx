import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { User } from "#contract/member.ts";
import type { Retention } from "#contract/retention.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { RetentionPage } from "./retention.tsx";
import { SignInAgainContext } from "#web/studio/sign-in-again.ts";
import { inDays, makeLeaving, makeRetention, standIn } from "#web/testing/studio-stand-in.ts";

const editor: User = { ...viewer, can_edit: true };
const owner: User = { ...editor, is_owner: true };
const begin = vi.fn<() => void>();
const thirty = { keep_days: 30, cap_bytes: null, keep_audio: true };

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
});

async function open(retention: Retention, { user = owner, path = "/studio/cleanup" } = {}) {
  const server = standIn({
    getRetention: retention,
    previewRetention: {
      total: 2,
      bytes: 3e9,
      videos: [makeLeaving(), makeLeaving({ id: "b", title: "Strings alone" })],
    },
    changeRetention: makeRetention({ rule: thirty, revision: 2, rests_until: inDays(1) }),
    changeMany: { videos: [], changes: ["c7"] },
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const screen = await show(
    <SignInAgainContext value={{ begin, isPending: false }}>
      <RetentionPage />
    </SignInAgainContext>,
    { user, path },
  );
  return { server, screen };
}

test("the page shows the rule, what is deleted next and why, and Protect protects a recording", async () => {
  const { server, screen } = await open(
    makeRetention({
      rule: thirty,
      changed_at: inDays(-9),
      changed_by: "Ada",
      warnings: [{ at: inDays(-1), sentence: "The media volume was missing." }],
      leaving: [makeLeaving(), makeLeaving({ id: "b", title: "Strings alone", reason: "cap" })],
      leaving_total: 2,
    }),
    { user: editor },
  );
  await expect
    .element(
      screen.getByText(
        "The video of a recording is deleted 30 days after it was added to the archive. The audio is kept.",
      ),
    )
    .toBeVisible();
  await expect
    .element(screen.getByRole("alert", { name: "The last cleanup stopped early" }))
    .toMatchTextContent(/missing/);
  const list = screen.getByRole("list", { name: "Next to be deleted" });
  await expect.element(list).toMatchTextContent(/The video will be deleted on .+, added on January 2, 2026/);
  await expect.element(list).toMatchTextContent(/to stay under the storage cap/);
  await expect.element(screen.getByText("Only the owner can change the rule.")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Protect Strings alone" }).click();
  await expect.element(screen.getByText("“Strings alone” is protected from cleanup.")).toBeVisible();
  expect(server.asked.find(({ name }) => name === "changeMany")?.body).toEqual({
    changes: [{ id: "b", prevent_autodelete: true }],
  });
});

test("Undo of Protect reverts only what Protect changed: a recording that somebody else protected stays protected", async () => {
  const leaving = makeRetention({ leaving: [makeLeaving({ id: "b", title: "Strings alone" })], leaving_total: 1 });
  const { server, screen } = await open(leaving, { user: editor });
  server.replies.changeMany = { videos: [], changes: [] };
  await screen.getByRole("button", { name: "Protect Strings alone" }).click();
  await expect.element(screen.getByText("Nothing to change for “Strings alone”.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo" }).query()).toBeNull();
  server.replies.changeMany = { videos: [], changes: ["c7"] };
  await screen.getByRole("button", { name: "Protect Strings alone" }).click();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("Change undone.")).toBeVisible();
  expect(server.asked.findLast(({ name }) => name === "undoChanges")?.body).toEqual({ changes: ["c7"] });
});

test("a kept recording disappears from the list, and the focus moves to the next one, then to the heading", async () => {
  const leaving = [makeLeaving(), makeLeaving({ id: "b", title: "Strings alone" })];
  const { server, screen } = await open(makeRetention({ leaving, leaving_total: 2 }), { user: editor });
  await expect.element(screen.getByRole("button", { name: "Protect Harbour lights" })).toBeVisible();
  server.replies.getRetention = makeRetention({ leaving: leaving.slice(1), leaving_total: 1 });
  await screen.getByRole("button", { name: "Protect Harbour lights" }).click();
  await expect.element(screen.getByRole("listitem").filter({ hasText: "Strings alone" })).toHaveFocus();
  server.replies.getRetention = makeRetention();
  await screen.getByRole("button", { name: "Protect Strings alone" }).click();
  await expect.element(screen.getByRole("heading", { name: "Next to be deleted" })).toHaveFocus();
});

test("a rule can be changed only after the preview, and the number it showed is sent along", async () => {
  const { server, screen } = await open(makeRetention());
  await screen.getByRole("radio", { name: "For a number of days" }).click();
  await screen.getByRole("textbox", { name: "Days" }).fill("30");
  await screen.getByRole("switch", { name: "Keep the audio" }).click();
  expect(screen.getByRole("button", { name: /Change the rule/ }).query()).toBeNull();
  await screen.getByRole("button", { name: "Show what would be deleted" }).click();
  await expect
    .element(screen.getByText(/The videos of 2 recordings would be deleted over time, 3 GB in total/))
    .toBeVisible();
  await expect
    .element(screen.getByRole("list", { name: "Recordings that would be deleted" }))
    .toMatchTextContent(/Strings alone/);
  await expectAccessible();
  await screen.getByRole("button", { name: "Change the rule: the videos of 2 recordings will be deleted" }).click();
  await expect
    .element(screen.getByText(/^The rule was changed. Nothing will be deleted automatically until/))
    .toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Change the rule" })).toHaveFocus();
  expect(server.asked.find(({ name }) => name === "changeRetention")?.body).toEqual({
    rule: thirty,
    revision: 1,
    confirmed_total: 2,
  });
});

test("on a phone the button fits the screen, however many recordings it names", async () => {
  await page.viewport(360, 780);
  const { server, screen } = await open(makeRetention());
  server.replies.previewRetention = { total: 123_456, bytes: 4e12, videos: [makeLeaving()] };
  await screen.getByRole("radio", { name: "For a number of days" }).click();
  await screen.getByRole("textbox", { name: "Days" }).fill("30");
  await screen.getByRole("switch", { name: "Keep the audio" }).click();
  await screen.getByRole("button", { name: "Show what would be deleted" }).click();
  await expect.element(screen.getByRole("button", { name: /^Change the rule: the videos of/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
});

test("changing the form removes the preview", async () => {
  const { screen } = await open(makeRetention());
  await screen.getByRole("textbox", { name: "Days" }).fill("30");
  await screen.getByRole("button", { name: "Show what would be deleted" }).click();
  await expect.element(screen.getByRole("button", { name: /Change the rule/ })).toBeVisible();
  await screen.getByRole("textbox", { name: "Days" }).fill("300");
  await expect.element(screen.getByRole("button", { name: /Change the rule/ })).not.toBeInTheDocument();
});

test("an invalid number is explained at its field, and no request is sent", async () => {
  const { server, screen } = await open(makeRetention());
  await screen.getByRole("textbox", { name: "Days" }).fill("soon");
  await screen.getByRole("textbox", { name: "Cap in GB" }).fill("0");
  await screen.getByRole("button", { name: "Show what would be deleted" }).click();
  await expect.element(screen.getByText("Enter a whole number of days from 1 to 36500.")).toBeVisible();
  await expect.element(screen.getByText("Enter a number of GB from 1 to 9000000.")).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Days" })).toHaveFocus();
  await expectAccessible();
  await screen.getByRole("textbox", { name: "Days" }).fill("30");
  await screen.getByRole("button", { name: "Show what would be deleted" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Cap in GB" })).toHaveFocus();
  expect(server.countOf("previewRetention")).toBe(0);
});

test("an address with a rule, as after logging in again, opens form and preview", async () => {
  const path = "/studio/cleanup?days=30&cap=none&audio=keep";
  const { server, screen } = await open(makeRetention(), { path });
  await expect.element(screen.getByRole("textbox", { name: "Days" })).toHaveValue("30");
  const confirm = screen.getByRole("button", { name: "Change the rule: the videos of 2 recordings will be deleted" });
  server.refused.changeRetention = { status: 401, code: "sign-in-again", detail: "Please log in again to do this." };
  await confirm.click();
  await screen.getByRole("button", { name: "Log in again" }).click();
  expect(begin).toHaveBeenCalledOnce();
});

test("when the number of recordings has changed since the preview, the new number is shown", async () => {
  const path = "/studio/cleanup?days=30&cap=none&audio=keep";
  const { server, screen } = await open(makeRetention(), { path });
  const confirm = screen.getByRole("button", { name: "Change the rule: the videos of 2 recordings will be deleted" });
  await expect.element(confirm).toBeVisible();
  server.refused.changeRetention = { status: 409, code: "conflict", detail: "By now 3 recordings would be deleted." };
  server.replies.previewRetention = { total: 3, bytes: 4e9, videos: [makeLeaving()] };
  await confirm.click();
  await expect.element(screen.getByText("By now 3 recordings would be deleted.")).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Change the rule: the videos of 3 recordings will be deleted" }))
    .toBeVisible();
  await expect.element(screen.getByText("And 2 more recordings.")).toBeVisible();
});

test("a rule that somebody else has changed is shown with the reason, and a second click does not overwrite it", async () => {
  const path = "/studio/cleanup?days=30&cap=none&audio=keep";
  const { server, screen } = await open(makeRetention(), { path });
  const detail = "The rule was changed in the meantime.";
  server.refused.changeRetention = { status: 409, code: "conflict", detail };
  await expect.element(screen.getByRole("button", { name: /^Change the rule: the videos of 2/ })).toBeVisible();
  server.replies.getRetention = makeRetention({ rule: { ...thirty, keep_days: 90 }, revision: 2 });
  await screen.getByRole("button", { name: /^Change the rule: the videos of 2/ }).click();
  await expect.element(screen.getByRole("alert")).toMatchTextContent(detail);
  await expect.element(screen.getByRole("button", { name: /^Change the rule/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("textbox", { name: "Days" })).toHaveValue("90");
  server.refused = {};
  await screen.getByRole("textbox", { name: "Days" }).fill("60");
  await expect.element(screen.getByText(detail)).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Show what would be deleted" }).click();
  await screen.getByRole("button", { name: /^Change the rule: the videos of 2/ }).click();
  const sent = () => server.asked.filter(({ name }) => name === "changeRetention").map(({ body }) => body);
  await expect.poll(sent).toMatchObject([{ revision: 1 }, { revision: 2, rule: { keep_days: 60 } }]);
});
