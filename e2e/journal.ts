// Reads the server's log during the browser tests: how many bytes it sent to whom.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";
import { journal } from "./stage.ts";

interface Line {
  reqId: string;
  member?: string;
  kind?: string;
  bytes?: number;
}

/** Counts, from now on, the bytes of recordings that the server sends to the person signed in on this page, by kind. */
export async function watchJournal(page: Page): Promise<() => Promise<Map<string, number>>> {
  const from = await markJournal(page);
  return async () => {
    const { index: to } = await markJournal(page);
    const sent = new Map<string, number>();
    for (const { member, kind, bytes = 0 } of readJournal().slice(from.index, to)) {
      if (member === from.member && kind !== undefined) sent.set(kind, (sent.get(kind) ?? 0) + bytes);
    }
    return sent;
  };
}

/** Writes a line that can be found again: a refusal contains its request id, and so does the log. */
async function markJournal(page: Page): Promise<{ index: number; member: string }> {
  const answer = await page.request.get("/api/video/v/aaaaaaaaaaaaaaaaaaaaaaaaaa");
  const { request_id: id } = (await answer.json()) as { request_id: string };
  const find = () => readJournal().findIndex(({ reqId, member }) => reqId === id && member !== undefined);
  await expect.poll(find, "the log contains the request").not.toBe(-1);
  const index = find();
  return { index, member: readJournal()[index]?.member ?? "" };
}

function readJournal(): Line[] {
  const lines = readFileSync(journal, "utf8").split("\n");
  return lines.filter((line) => line.startsWith("{") && line.endsWith("}")).map((line) => JSON.parse(line) as Line);
}
