// Where the host of a channel is; refuses, in a sentence, what may not be asked.
import { bareHost, findAddresses, type Reach } from "#server/outside.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/notices/words.ts";

export async function findAddress(host: string, reach: Reach): Promise<string> {
  const found = await findAddresses(host, reach);
  if (found === "private") throw new Refusal("not-allowed", words.privateAddress(bareHost(host)));
  const [first] = found === "unknown" ? [] : found;
  if (first === undefined) throw new Refusal("provider-unavailable", words.noSuchHost(bareHost(host)));
  return first;
}
