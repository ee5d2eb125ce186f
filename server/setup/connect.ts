// "Connect as the creator": from the button to the provider's redirect, which comes back to the login's own address.
// What the provider then says about the person is kept with the answers.
import type { Provider } from "#contract/member.ts";
import { creatorScopes, readCreator } from "#server/member/providers/patreon-creator.ts";
import { createOAuthClient } from "#server/member/providers/oauth.ts";
import { broadcasterScopes, readBroadcaster } from "#server/member/providers/twitch-broadcaster.ts";
import { hashToken, randomToken } from "#server/member/session.ts";
import type { Parts } from "#server/parts.ts";
import { whenFree } from "#server/queue/hold.ts";
import { Refusal } from "#server/refusal.ts";
import { changeAnswers, readAnswers, type Answers } from "./answers.ts";
import { nameOf, redirectOf } from "./provider-facts.ts";
import { words } from "./words.ts";

type ConnectParts = Pick<Parts, "db" | "keys" | "config" | "log">;

const exchangeMs = 7_000;

/** Where to send the browser. */
export async function beginConnect(parts: ConnectParts, provider: Provider): Promise<string> {
  const answers = await readAnswers(parts);
  const client = answers[provider];
  if (!client) throw new Refusal("conflict", words.clientFirst(nameOf[provider]));
  const state = randomToken();
  await changeAnswers(parts, { [provider]: { ...client, waitingFor: hashToken(state), problem: null } });
  const { patreon, twitchId } = parts.config.providerOrigins;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: redirectOf(parts.config, answers, provider),
    scope: provider === "patreon" ? creatorScopes : broadcasterScopes,
    state,
    ...(provider === "twitch" && { force_verify: "true" }),
  });
  return `${provider === "patreon" ? patreon : twitchId}/oauth2/authorize?${query}`;
}

interface Redirect {
  provider: Provider;
  code: string | undefined;
  state: string | undefined;
}

/** True when it was this redirect that we waited for; what came of it is kept with the answers. */
export async function finishConnect(parts: ConnectParts, { provider, code, state }: Redirect): Promise<boolean> {
  if (!state) return false;
  const came = hashToken(state);
  const isOurs = async () => {
    const waiting = (await readAnswers(parts))[provider];
    return waiting?.waitingFor === came || waiting?.came === came;
  };
  if (!(await isOurs())) return false;
  // a browser may send it twice at the same moment: the second waits for what comes of the first
  await whenFree(parts.db, { kind: "finish-connect", key: provider }, async () => {
    const answers = await readAnswers(parts);
    const waiting = answers[provider];
    // a state works once
    if (waiting?.waitingFor !== came) return;
    await changeAnswers(parts, { [provider]: { ...waiting, waitingFor: null, came } });
    const name = nameOf[provider];
    const outcome = code ? await askWho(parts, answers, { provider, code }) : { problem: words.denied(name) };
    await changeAnswers(parts, { [provider]: { ...waiting, waitingFor: null, came, problem: null, ...outcome } });
  });
  return true;
}

async function askWho(
  parts: ConnectParts,
  answers: Answers,
  { provider, code }: { provider: Provider; code: string },
): Promise<Partial<NonNullable<Answers["patreon"]>> & Partial<NonNullable<Answers["twitch"]>>> {
  const name = nameOf[provider];
  try {
    const found = await (provider === "patreon" ? askPatreon : askTwitch)(parts, answers, code);
    return found;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    parts.log.warn({ err: error.cause ?? error, provider }, "set-up could not connect");
    return { problem: error.code === "provider-unavailable" ? words.notFinished(name) : error.message };
  }
}

async function askPatreon(parts: ConnectParts, answers: Answers, code: string) {
  const { patreon: origin } = parts.config.providerOrigins;
  const oauth = createOAuthClient({
    issuer: origin,
    tokenUrl: `${origin}/api/oauth2/token`,
    clientId: answers.patreon?.clientId ?? "",
    clientSecret: answers.patreon?.clientSecret ?? "",
    redirectUri: redirectOf(parts.config, answers, "patreon"),
  });
  const { access, refresh, expiresAt } = await oauth.exchangeCode(code, AbortSignal.timeout(exchangeMs));
  const creator = await readCreator(origin, access);
  if (creator === "token-refused") throw new Refusal("conflict", words.grantGone(nameOf.patreon));
  const { person, campaigns } = creator;
  if (campaigns.length === 0) throw new Refusal("conflict", words.noCampaign(person.name));
  const tokens = { access, refresh, expiresAt: expiresAt?.toISOString() ?? null };
  return { tokens, person, campaigns, campaignId: campaigns[0]?.id ?? null, tierIds: [] };
}

async function askTwitch(parts: ConnectParts, answers: Answers, code: string) {
  const { twitchId: idOrigin, twitchApi: apiOrigin } = parts.config.providerOrigins;
  const clientId = answers.twitch?.clientId ?? "";
  const oauth = createOAuthClient({
    issuer: `${idOrigin}/oauth2`,
    tokenUrl: `${idOrigin}/oauth2/token`,
    clientId,
    clientSecret: answers.twitch?.clientSecret ?? "",
    redirectUri: redirectOf(parts.config, answers, "twitch"),
  });
  const { access, refresh } = await oauth.exchangeCode(code, AbortSignal.timeout(exchangeMs));
  const found = await readBroadcaster({ idOrigin, apiOrigin }, clientId, access);
  if (found === "token-refused" || !found.mayReadSubscriptions)
    throw new Refusal("conflict", words.grantGone(nameOf.twitch));
  if (!found.hasSubscriptions) throw new Refusal("conflict", words.noChannel(found.person.name));
  return { tokens: { access, refresh, expiresAt: null }, person: found.person };
}
