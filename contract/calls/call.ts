// What a call consists of, and what several of them take or answer.
import { z } from "zod";

export interface Call {
  summary: string;
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The JSON answer; absent where the answer is a redirect, bytes or nothing. */
  answer?: z.ZodType;
}

export const Nothing = z.strictObject({});
export const VideoId = z.strictObject({ id: z.string().max(64) });
export const ChangeId = z.string().max(64);
/** The id of the change, in the answer of every call that changes something: it can be undone by it. */
export const MadeChange = ChangeId.nullable().describe("For undoChanges; null when nothing had to be changed.");
export const MadeChanges = z.array(ChangeId).describe("For undoChanges; only what really changed.");
export const MemberId = z.strictObject({ id: z.string().max(64) });
