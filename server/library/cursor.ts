// A place in a list, as text that the page sends back to get the next part. It names the last recording and not a number,
// so that nothing is skipped or shown twice when the library changes in between.
import { z } from "zod";
import type { VideoSort } from "#contract/video.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

export interface Place {
  /** What the list is sorted by. */
  key: Date | number | string;
  id: string;
}

export function writeCursor(sort: VideoSort, { key, id }: Place): string {
  return writePlace([sort, key, id]);
}

export function readCursor(sort: VideoSort, cursor: string): Place {
  const [, key, id] = readPlace<[string, Place["key"], string]>(cursors[sort], cursor);
  return { key, id };
}

export function writePlace(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

export function readPlace<T>(schema: z.ZodType<T>, cursor: string): T {
  const parsed = schema.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  if (parsed.success) return parsed.data;
  const field = { field: "after", rule: words.cursorRule };
  throw new Refusal("bad-input", words.cannotContinue, {
    fields: [field],
  });
}

// PostgreSQL takes no zero byte, and no title holds a control character.
export const Text = z.string().regex(/^\P{Cc}*$/u);
export const Time = z.iso.datetime().transform((text) => new Date(text));

const cursors = {
  newest: z.tuple([z.literal("newest"), Time, Text]),
  oldest: z.tuple([z.literal("oldest"), Time, Text]),
  longest: z.tuple([z.literal("longest"), z.number(), Text]),
  title: z.tuple([z.literal("title"), Text, Text]),
} satisfies Record<VideoSort, z.ZodType>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
