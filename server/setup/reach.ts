// Checks an address by asking ourselves through it. The question is sealed with the master key, so only this archive can
// answer it, on whichever of its servers it arrives; nothing is stored.
import { randomBytes } from "node:crypto";
import type { LookupFunction } from "node:net";
import { z } from "zod";
import { isLoopback } from "#server/config.ts";
import { fetchBounded } from "#server/member/providers/ask.ts";
import type { Parts } from "#server/parts.ts";
import { findAddresses, lookUpOnly, type Reach } from "#server/outside.ts";
import { Refusal } from "#server/refusal.ts";
import { settings } from "#server/settings.ts";
import { words } from "./words.ts";

const purpose = "reach";
const wordMs = 60_000;

type ReachParts = Pick<Parts, "keys" | "clock">;
type Resolve = Reach["resolve"];

/** How a request of ours arrived. */
const Seen = z.object({
  here: z.string(),
  remote: z.string(),
  forwarded: z.string().nullable(),
  is_trusted: z.boolean(),
});
export type Seen = z.infer<typeof Seen>;

/** An address that nobody has: a proxy that passes it on believes whatever a client says about its address. */
export const claimedAddress = "203.0.113.7";

/** The address without a slash at its end, once we have answered there. */
export async function requireOwnAddress(
  parts: ReachParts & Pick<Parts, "config">,
  text: string,
  resolve?: Resolve,
): Promise<string> {
  const address = readAddress(text);
  const { hostname, port } = new URL(address);
  // on this machine only ourselves: an archive that is tried out on one's own computer
  const isHere = isLoopback(hostname) && port === String(parts.config.port);
  const found = isHere || (await findAddresses(hostname, { allowsPrivate: false, ...(resolve && { resolve }) }));
  if (found === "private") throw new Refusal("bad-input", words.innerAddress(hostname, address));
  if (found === "unknown") throw new Refusal("bad-input", words.noSuchName(hostname));
  await askOwnAddress(parts, address, found === true ? undefined : lookUpOnly(found));
  return address;
}

/** Refuses, in a sentence, when somebody else or nobody answers there. Not for an address that nobody has checked. */
export async function askOwnAddress(
  { keys, clock }: ReachParts,
  address: string,
  lookup?: LookupFunction,
): Promise<Seen> {
  const secret = `${clock.now().getTime()} ${randomBytes(16).toString("base64url")}`;
  const query = new URLSearchParams({ word: keys.seal(secret, purpose) });
  // without TLS there may be no proxy in between, and then it would be us who claims
  const headers = address.startsWith("https:") ? { "x-forwarded-for": claimedAddress } : {};
  const reply = await fetchBounded(`${address}/api/setup/reach?${query}`, { headers, ...(lookup && { lookup }) }).catch(
    (error: unknown) => {
      throw new Refusal("bad-input", describeFault(address, error), { cause: error });
    },
  );
  const seen = Seen.safeParse(await reply.json().catch(() => null)).data;
  if (reply.status !== 200 || seen?.here !== secret) throw new Refusal("bad-input", words.otherServer(address));
  return seen;
}

/** What the word says, if it is one of ours and was made a moment ago. */
export function readWord({ keys, clock }: ReachParts, word: string): string | undefined {
  const secret = keys.unseal(word, purpose);
  const age = clock.now().getTime() - Number(secret?.split(" ")[0]);
  return Math.abs(age) < wordMs ? secret : undefined;
}

function readAddress(text: string): string {
  let address: string | null = null;
  try {
    address = settings.PUBLIC_URL.parse(text.trim());
  } catch (error) {
    throw new Refusal("bad-input", words.wrongAddress((error as Error).message));
  }
  const { protocol, pathname, hostname } = new URL(address ?? "http://localhost");
  if (pathname !== "/") throw new Refusal("bad-input", words.withPath);
  if (protocol === "http:" && !isLoopback(hostname)) throw new Refusal("bad-input", words.notHttps);
  return address ?? "";
}

function describeFault(address: string, error: unknown): string {
  const { host } = new URL(address);
  const codes: string[] = [];
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause) codes.push(String(cause.code));
  if (codes.includes("ENOTFOUND") || codes.includes("EAI_AGAIN")) return words.noSuchName(host);
  if (codes.some((code) => /CERT|TLS|SSL|ALTNAME|SELF_SIGNED/.test(code))) return words.badCertificate(host);
  return words.notReached(address);
}
