// The mutation check: each quirk's check passes with the quirk on and fails with it off, so none can go missing unseen.

import { expect, test } from "vitest";
import { startEmulator } from "#emulator/emulator.ts";
import { patreonChecks, type Check } from "./quirk-checks-patreon.ts";
import { twitchChecks } from "./quirk-checks-twitch.ts";
import { quirkNames, quirkTable, type QuirkName } from "#emulator/world/quirks.ts";

const checks: Record<QuirkName, Check> = { ...patreonChecks, ...twitchChecks };

async function holds(name: QuirkName, isOn: boolean): Promise<true | Error> {
  const emulator = await startEmulator({ quirks: { [name]: isOn } });
  try {
    await checks[name](emulator);
    return true;
  } catch (error) {
    return error as Error;
  } finally {
    await emulator.close();
  }
}

test.each(quirkNames)("%s is noticed when it is missing", async (name) => {
  expect(await holds(name, true)).toBe(true);
  expect(await holds(name, false)).toMatchObject({ name: "AssertionError" });
});

test("every quirk says what it means and where that is known from", () => {
  for (const name of quirkNames) {
    expect(quirkTable[name].means.length).toBeGreaterThan(10);
    expect(quirkTable[name].source).toMatch(/^\d/);
  }
});

test("what nobody could verify is listed as such", () => {
  expect(quirkNames.filter((name) => !quirkTable[name].verified)).toEqual([
    "patreonEmailNeedsScope",
    "twitchRefreshTokenStays",
    "twitchSelfSubscriptionIs404",
    "twitchSuspendedStillValidates",
  ]);
});
