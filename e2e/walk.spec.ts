// An hour of walking with music, without its pauses: what the page holds does not grow with the pages that were looked at.
import type { Page } from "@playwright/test";
import { withLong } from "#server/testing/proof.ts";
import { expect, signIn, test } from "./journey.ts";
import { long, media, openRecording, untilPlaying } from "./player.ts";

/** So many page changes after which it is measured. */
const marks = withLong ? [20, 200, 600] : [20, 60];
const most = { megabytes: 3, nodes: 300, listeners: 60 };

const bar = (page: Page) => page.getByRole("region", { name: "Player" });
const places = ["Home", "Songs", "Library", long] as const;

test(`after ${marks.at(-1)} page changes with music the page holds no more than after ${marks[0]} @long`, async ({
  page,
}) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  const session = await page.context().newCDPSession(page);
  const measure = async () => {
    // what the first one frees may let go of more
    for (let n = 0; n < 2; n += 1) await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
    return { megabytes: usedSize / 1e6, nodes, listeners: jsEventListeners };
  };
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (let changes = 1; changes <= (marks.at(-1) ?? 0); changes += 1) {
    const to = places[(changes - 1) % places.length] ?? long;
    if (to === long) await bar(page).getByRole("link", { name: long }).click();
    else await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: to }).click();
    await expect(page).toHaveTitle(`${to} · Stagedoor`);
    if (changes === 1)
      for (const press of ["Repeat: off", "Repeat: all"]) await bar(page).getByRole("button", { name: press }).click();
    if (marks.includes(changes)) measured.push(await measure());
  }
  console.log(
    measured
      .map(({ megabytes, nodes, listeners }, n) => `${marks[n]}: ${megabytes.toFixed(2)} MB, ${nodes}, ${listeners}`)
      .join("; "),
  );
  expect((await media(page)).isPaused).toBe(false);
  const [first, last] = [measured[0], measured.at(-1)];
  for (const what of ["megabytes", "nodes", "listeners"] as const)
    expect((last?.[what] ?? 0) - (first?.[what] ?? 0), what).toBeLessThanOrEqual(most[what]);
});
