import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Route, Routes } from "react-router";
import type { User } from "#contract/member.ts";
import type { Notices, NoticeSettings } from "#contract/notices.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { StudioPage } from "#web/studio/studio.tsx";

const owner: User = { ...viewer, can_edit: true, is_owner: true };
const unset = { host: null, is_fixed: false };
const settings: NoticeSettings = {
  discord: { host: "discord.com", is_fixed: false },
  discord_trouble: unset,
  webhook: unset,
  mail: { host: "mail.example:587", is_fixed: true },
  mail_from: { value: "archive@mail.example", is_fixed: true },
  trouble_mail: { value: "", is_fixed: false },
  summary_hour: { value: null, is_fixed: false },
  time_zone: "Europe/Berlin",
  allows_private: { value: false, is_fixed: false },
};
const at = new Date().toISOString();
const counts = { waiting: 0, sent: 0, failed: 0, withdrawn: 0 };
const notices: Notices = {
  troubles: [{ name: "x", title: "Free space", sentence: "Only 2 GB is free.", began_at: at, is_told: true }],
  notices: [
    {
      ...{ id: 2, at, kind: "recording", title: "Harbour lights", text: "" },
      deliveries: [
        {
          ...counts,
          channel: "discord",
          failed: 1,
          answer: "The other server answered with error 404: Unknown Webhook",
        },
        { ...counts, channel: "mail", sent: 12, waiting: 3, answer: "250 OK" },
      ],
    },
  ],
  next: null,
};

beforeEach(() => page.viewport(390, 800));
afterEach(() => {
  vi.restoreAllMocks();
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
});

async function open() {
  const server = standIn({
    getCheckUp: { ran_at: null, lines: [] },
    listNotices: notices,
    getNoticeSettings: settings,
    changeNoticeSettings: {
      ...settings,
      discord_trouble: { host: "discord.com", is_fixed: false },
      summary_hour: { value: 7, is_fixed: false },
    },
    tryNotice: { arrived: false, answer: "The other server answered with error 404: Unknown Webhook" },
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const studio = (
    <Route path="/studio/*" element={<StudioPage signInAgain={{ begin: vi.fn<() => void>(), isPending: false }} />} />
  );
  return { server, screen: await show(<Routes>{studio}</Routes>, { user: owner, path: "/studio/notices" }) };
}

test("the owner sees what is wrong, what was told, and whether it arrived", async () => {
  const { screen } = await open();
  await expect.element(screen.getByText("Only 2 GB is free.")).toBeVisible();
  await expect.element(screen.getByText("New recording: Harbour lights")).toBeVisible();
  await expect.element(screen.getByText("Discord: failed")).toBeVisible();
  await expect.element(screen.getByText("The other server answered with error 404: Unknown Webhook")).toBeVisible();
  await expect.element(screen.getByText("Email: 12 arrived, 3 being sent")).toBeVisible();
  await expectAccessible();
});

test("addresses and the hour of the summary are saved together, and a test shows what the other server said", async () => {
  const { screen, server } = await open();
  const trouble = screen.getByRole("group", { name: "Discord: problems" });
  await trouble.getByLabelText("Address of the webhook for problems").fill("https://discord.com/api/webhooks/1/x");
  const hour = screen.getByLabelText("Hour of the daily summary (Europe/Berlin)");
  await expect.element(hour).toHaveValue("");
  await hour.selectOptions("07:00");
  await expect.element(screen.getByText("2 changes not saved")).toBeVisible();
  await expectAccessible();
  expect(server.countOf("changeNoticeSettings")).toBe(0);
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(trouble.getByText(/Set up: discord\.com\./)).toBeVisible();
  await expect.element(screen.getByText("2 changes not saved")).not.toBeInTheDocument();
  expect(server.asked.find(({ name }) => name === "changeNoticeSettings")?.body).toEqual({
    ...{ discord_trouble: "https://discord.com/api/webhooks/1/x", summary_hour: 7 },
  });
  const first = screen.getByRole("group", { name: "Discord: new recordings and live streams" });
  await first.getByRole("button", { name: "Send a test" }).click();
  await expect
    .element(first.getByText("It did not arrive. The other server answered with error 404: Unknown Webhook"))
    .toBeVisible();
});

test("an address is removed at once, and what the environment sets can't be changed", async () => {
  const { screen, server } = await open();
  const first = screen.getByRole("group", { name: "Discord: new recordings and live streams" });
  await first.getByRole("button", { name: "Remove" }).click();
  await expect
    .poll(() => server.asked.findLast(({ name }) => name === "changeNoticeSettings")?.body)
    .toEqual({
      discord: "",
    });
  const mail = screen.getByRole("group", { name: "Email" });
  await expect.element(mail.getByLabelText("Mail server")).toHaveAttribute("readonly");
  await expect.element(mail.getByRole("button", { name: "Remove" })).not.toBeInTheDocument();
});
