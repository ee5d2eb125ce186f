import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Backups } from "#contract/backups.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { viewer } from "#web/testing/people.ts";
import { backups as empty, inDays, standIn } from "#web/testing/studio-stand-in.ts";
import { BackupsPage } from "./backups.tsx";

const key = { recipient: "age1public", fingerprint: "0123 4567" };
const good = {
  ...{ state: "good" as const, began_at: inDays(-1), ended_at: inDays(-1), place: "s3://kept", sentence: null },
  ...{ files: 12, bytes: 5e9, sent_bytes: 1e6, checked_bytes: 2e8 },
};
const ready: Backups = { ...empty, key: { ...key, is_fixed: false }, gap: null, last: good, last_good: good };

beforeEach(() => page.viewport(390, 800));
afterEach(() => vi.restoreAllMocks());

async function open(backups: Backups) {
  const server = standIn({
    getBackups: backups,
    changeBackups: { backups: ready, change: null },
    makeBackupKey: { backups: ready, key: { ...key, identity: "AGE-SECRET-KEY-1PRIVATE" } },
    runBackup: { ...ready, last: { ...good, state: "running", ended_at: null } },
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const user = { ...viewer, can_edit: true, is_owner: true };
  return { server, screen: await show(<BackupsPage />, { user, path: "/studio/settings/backups" }) };
}

test("the key is made and shown once, as a sheet with the command that restores; then it is gone from the page", async () => {
  const { screen } = await open(empty);
  await expect.element(screen.getByText(/There is no backup key yet/)).toBeVisible();
  await screen.getByRole("button", { name: "Make the backup key" }).click();
  await expect.element(screen.getByText("AGE-SECRET-KEY-1PRIVATE")).toBeVisible();
  const command = "stagedoor restore --from s3://kept --key FILE --endpoint https://s3.example";
  await expect.element(screen.getByText(command)).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "I have the sheet, hide the key" }).click();
  await expect.element(screen.getByText("Fingerprint: 0123 4567")).toBeVisible();
  expect(document.body.textContent).not.toContain("PRIVATE");
});

test("hour and bucket are saved; a secret key that is stored need not be entered again", async () => {
  const { screen, server } = await open(ready);
  await expect.element(screen.getByText(/The last good backup was made .*: s3:\/\/kept/)).toBeVisible();
  await screen.getByLabelText("Hour of the daily backup (Europe/Berlin)").selectOptions("04:00");
  await screen.getByLabelText("Name of the bucket").fill("other");
  await expectAccessible();
  await screen.getByRole("button", { name: "Save" }).click();
  const sent = () => server.asked.filter(({ name }) => name === "changeBackups").map(({ body }) => body);
  await expect.poll(sent).toEqual([{ hour: 4, name: "other" }]);
});

test("a failed backup says why, and a new one can be made at once", async () => {
  const last = { ...good, state: "failed" as const, sentence: "The bucket kept cannot be used.", place: null };
  const { screen } = await open({ ...ready, last });
  await expect.element(screen.getByText("The bucket kept cannot be used.")).toBeVisible();
  await screen.getByRole("button", { name: "Make a backup now" }).click();
  await expect.element(screen.getByText(/A backup is being made/)).toBeVisible();
});
