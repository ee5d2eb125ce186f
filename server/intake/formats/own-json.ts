// Our own description of a recording, name.json or name.mp4.json: {"title": "…", "date": "2024-05-01", "hidden": true}. Pure.
import { z } from "zod";
import { parseBounded } from "./bounded-json.ts";
import { dropEmpty, tidyLine, tidyText, type Said } from "#server/intake/reading/found.ts";
import { readMoment } from "#server/intake/reading/moment.ts";

const OwnJson = z.looseObject({
  title: z.string().optional(),
  date: z.string().max(40).optional(),
  description: z.string().optional(),
  hidden: z.boolean().optional(),
  protected: z.boolean().optional(),
  chapters: z.array(z.object({ start: z.number(), title: z.string() })).optional(),
});

/** `fault` says what could not be read: all of it, or its date. */
export function readOwnJson(json: string, zone: string): { said: Said; fault?: "json" | "date" } {
  const { success, data } = OwnJson.safeParse(parseBounded(json));
  if (!success) return { said: {}, fault: "json" };
  const moment = data.date === undefined ? undefined : readMoment(data.date, zone);
  const isDateWrong = data.date !== undefined && !moment;
  const said = dropEmpty<Said>({
    title: tidyLine(data.title ?? "", 200),
    description: tidyText(data.description ?? ""),
    chapters: (data.chapters ?? []).map(({ start, title }) => ({ startSeconds: start, title })),
    ...(moment && { moment }),
    ...(data.hidden !== undefined && { hidden: data.hidden }),
    ...(data.protected !== undefined && { isProtected: data.protected }),
  });
  return { said, ...(isDateWrong && { fault: "date" as const }) };
}
