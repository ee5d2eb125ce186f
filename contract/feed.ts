// A member's private podcast feed: its address, and the apps that use it.
import { z } from "zod";

/** What a feed is about. */
export const FeedName = z
  .string()
  .regex(
    /^(everything|favourites|song-[a-z2-7]{26}|list-[a-z0-9]{1,50}|collection-[a-z2-7]{26})$/,
    "must be everything, favourites, song-…, list-… or collection-…",
  );

export const Feed = z.object({
  url: z.string().describe("For the podcast app. Whoever knows it can listen, so it is secret."),
  atom_url: z
    .string()
    .describe("The same for a feed reader: new recordings as text and links (Atom). It is secret, too."),
  made_at: z.iso.datetime(),
  ended: z.boolean().describe("The owner has ended this address; a new one can be made."),
  devices: z
    .array(z.object({ app: z.string(), seen_at: z.iso.datetime() }))
    .describe("That fetched audio, newest first."),
  many: z.boolean().describe("So many devices that somebody else may be using it."),
});
export type Feed = z.infer<typeof Feed>;
