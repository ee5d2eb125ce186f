// The chat of a broadcast as TwitchDownloader writes it. It can be huge, so only its beginning is read: it says which
// broadcast it belongs to. The file itself is kept. Pure.
import { z } from "zod";
import { cutObject, parseBounded } from "./bounded-json.ts";
import { dropEmpty, tidyLine, type Said } from "#server/intake/reading/found.ts";
import { spreadMoment } from "./info-json.ts";
import { readMoment } from "#server/intake/reading/moment.ts";

/** How much of the file is read. */
export const chatHeadBytes = 2 ** 18;

const About = z.object({
  title: z.string().optional().catch(undefined),
  created_at: z.string().optional().catch(undefined),
  chapters: z
    .array(z.object({ startMilliseconds: z.number(), description: z.string().nullish().catch(undefined) }))
    .optional()
    .catch(undefined),
});

const Streamer = z.object({ name: z.string() });

/** The object that begins where the match ends. */
function readPart(found: RegExpExecArray | null): unknown {
  const text = found && cutObject(found.input, found.index + found[0].length - 1);
  return text ? parseBounded(text) : undefined;
}

/** `head` is how the file begins. */
export function isChat(head: string): boolean {
  const keys = [...head.slice(0, 4096).matchAll(/"(FileInfo|streamer|video|comments)"\s*:/g)].map(([, key]) => key);
  return /^\s*\{/.test(head) && keys.includes("streamer") && (keys.includes("video") || keys.includes("comments"));
}

export function readChat(head: string): Said {
  const { data } = About.safeParse(readPart(/"video"\s*:\s*\{/.exec(head)));
  const channel = Streamer.safeParse(readPart(/"streamer"\s*:\s*\{/.exec(head))).data?.name ?? "";
  return dropEmpty<Said>({
    title: tidyLine(data?.title ?? "", 200),
    ...spreadMoment(data?.created_at === undefined ? undefined : readMoment(data.created_at, "UTC")),
    chapters: (data?.chapters ?? []).map(({ startMilliseconds, description }) => ({
      startSeconds: startMilliseconds / 1000,
      title: description ?? "",
    })),
    details: dropEmpty({ channel: tidyLine(channel, 100) }),
  });
}
