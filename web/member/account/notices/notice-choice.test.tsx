import { afterEach, expect, test, vi } from "vitest";
import type { NoticeChoice as Choice } from "#contract/notices.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { NoticeChoice } from "./notice-choice.tsx";

const nothing: Choice = {
  ...{ mail: "nothing", push: "nothing", quiet: null, time_zone: "UTC", live_mail: false, live_push: false },
  ...{ can_live: true, address: "jo…@mail.example", can_mail: true, is_refused: false, push_key: "key", devices: 0 },
};

afterEach(() => {
  vi.restoreAllMocks();
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
});

async function open(choice: Choice, after = choice) {
  const server = standIn({ getNoticeChoice: choice, saveNoticeChoice: after });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  return { server, screen: await show(<NoticeChoice />, { user: viewer, path: "/" }) };
}

test("a member chooses mails and quiet hours, and each choice is saved at once", async () => {
  const chosen: Choice = { ...nothing, mail: "each", quiet: { from: "22:00", to: "08:00" } };
  const { screen, server } = await open(nothing, chosen);
  await screen.getByLabelText("By email").selectOptions("Each new recording");
  await expect.element(screen.getByLabelText("From")).toHaveValue("22:00");
  await expect
    .poll(() => server.asked.find(({ name }) => name === "saveNoticeChoice")?.body)
    .toEqual({ mail: "each", push: "nothing", quiet: null, time_zone: "UTC", live_mail: false, live_push: false });
  await expectAccessible();
});

test("mails cannot be chosen without a verified address, and the reason is shown", async () => {
  const { screen } = await open({ ...nothing, address: null });
  await expect.element(screen.getByLabelText("By email")).toBeDisabled();
  await expect.element(screen.getByText(/no verified email address/)).toBeVisible();
});

test("a member chooses to be told of live streams, where Twitch tells the archive of them", async () => {
  const { screen, server } = await open(nothing, { ...nothing, live_push: true });
  await screen.getByLabelText("Push notice when the channel is live").click();
  await expect.element(screen.getByLabelText("Push notice when the channel is live")).toBeChecked();
  await expect.element(screen.getByLabelText("Email when the channel is live")).not.toBeChecked();
  await expect
    .poll(() => server.asked.find(({ name }) => name === "saveNoticeChoice")?.body)
    .toMatchObject({ live_push: true });
  await screen.unmount();
  const without = await open({ ...nothing, can_live: false });
  await expect.element(without.screen.getByLabelText("By email")).toBeVisible();
  expect(without.screen.getByLabelText(/is live/).elements()).toEqual([]);
});
