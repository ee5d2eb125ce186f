// The answers given so far in set-up, sealed as one text. They count for nothing until the archive is opened.
import { z } from "zod";
import type { Parts } from "#server/parts.ts";
import { changeRow } from "./link.ts";

const Person = z.object({ id: z.string(), name: z.string() });
const Tokens = z.object({
  access: z.string(),
  refresh: z.string().nullable(),
  expiresAt: z.string().nullable().default(null),
});
const Tier = z.object({
  id: z.string(),
  title: z.string(),
  amountCents: z.number(),
  patrons: z.number(),
  isFree: z.boolean(),
});
const Campaign = z.object({ id: z.string(), name: z.string(), currency: z.string(), tiers: z.array(Tier) });

const Client = { clientId: z.string(), clientSecret: z.string() };
/** The redirect that is waited for: hash of its state. */
const Waiting = z.string().nullable();
/** The redirect that came last. */
const Came = z.string().nullable().default(null);

const Answers = z.object({
  name: z.string().nullable(),
  address: z.string().nullable(),
  timeZone: z.string().nullable().default(null),
  patreon: z
    .object({
      ...Client,
      waitingFor: Waiting,
      came: Came,
      person: Person.nullable(),
      tokens: Tokens.nullable(),
      campaigns: z.array(Campaign),
      campaignId: z.string().nullable(),
      tierIds: z.array(z.string()),
      problem: z.string().nullable(),
    })
    .nullable(),
  twitch: z
    .object({
      ...Client,
      waitingFor: Waiting,
      came: Came,
      person: Person.nullable(),
      tokens: Tokens.nullable(),
      minTier: z.string().nullable(),
      problem: z.string().nullable(),
    })
    .nullable(),
});
export type Answers = z.infer<typeof Answers>;
export type PatreonAnswers = NonNullable<Answers["patreon"]>;
export type TwitchAnswers = NonNullable<Answers["twitch"]>;

const none: Answers = { name: null, address: null, timeZone: null, patreon: null, twitch: null };
const purpose = "setup|answers";

type AnswerParts = Pick<Parts, "db" | "keys">;

export async function readAnswers({ db, keys }: AnswerParts): Promise<Answers> {
  const row = await db.selectFrom("setup").select("answers").where("id", "=", 1).executeTakeFirst();
  const text = row?.answers ? keys.unseal(row.answers, purpose) : undefined;
  return text ? Answers.parse(JSON.parse(text)) : none;
}

export async function changeAnswers(parts: AnswerParts, changes: Partial<Answers>): Promise<Answers> {
  return parts.db.transaction().execute(async (db) => {
    // the change makes the others wait
    await changeRow(db, { id: 1 });
    const after = { ...(await readAnswers({ ...parts, db })), ...changes };
    await changeRow(db, { answers: parts.keys.seal(JSON.stringify(after), purpose) });
    return after;
  });
}
