// The broadcaster's side of Twitch that set-up needs: whether a client is real, and which channel has connected.
import { z } from "zod";
import { tidyName } from "#contract/text/plain-text.ts";
import { askProvider, parseReply, unavailable } from "./ask.ts";

interface Broadcaster {
  person: { id: string; name: string };
  /** Only affiliates and partners have subscribers. */
  hasSubscriptions: boolean;
  /** Without it Twitch does not report changes. */
  mayReadSubscriptions: boolean;
}

export const markerScope = "user:read:broadcast";
export const broadcasterScopes = `openid channel:read:subscriptions ${markerScope}`;

export async function isTwitchClient(
  idOrigin: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<boolean> {
  const url = `${idOrigin}/oauth2/token`;
  const reply = await askProvider(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: "client_credentials",
    }).toString(),
  });
  if (reply.status === 200) return true;
  const message = IdError.safeParse(reply.body).data?.message ?? "";
  if (/invalid client/i.test(message)) return false;
  throw unavailable(url, `status ${reply.status} for an app token`);
}

export async function readBroadcaster(
  origins: { idOrigin: string; apiOrigin: string },
  clientId: string,
  access: string,
): Promise<Broadcaster | "token-refused"> {
  const headers = { authorization: `Bearer ${access}`, "client-id": clientId };
  const validateUrl = `${origins.idOrigin}/oauth2/validate`;
  const usersUrl = `${origins.apiOrigin}/helix/users`;
  const validated = await askProvider(validateUrl, { headers });
  if (validated.status === 401) return "token-refused";
  const { user_id, scopes } = parseReply(Validated, validateUrl, validated);
  const users = await askProvider(usersUrl, { headers });
  if (users.status === 401) return "token-refused";
  const user = parseReply(Users, usersUrl, users).data.find(({ id }) => id === user_id);
  if (!user) return "token-refused";
  return {
    person: { id: user.id, name: tidyName(user.display_name) || user.login },
    hasSubscriptions: user.broadcaster_type !== "",
    mayReadSubscriptions: scopes?.includes("channel:read:subscriptions") ?? false,
  };
}

const IdError = z.object({ message: z.string() });
const Validated = z.object({ user_id: z.string().min(1), scopes: z.array(z.string()).nullish() });
const Users = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      login: z.string(),
      display_name: z.string().default(""),
      broadcaster_type: z.string().default(""),
    }),
  ),
});
