// Whose login name this is at Twitch now.
import { z } from "zod";
import type { TwitchConfig } from "#server/config.ts";
import { askProvider, unavailable } from "./ask.ts";
import { appHeaders } from "./twitch-app.ts";

const Users = z.object({
  data: z.array(z.object({ id: z.string().min(1), login: z.string(), display_name: z.string().default("") })),
});

export async function findTwitchUser(
  config: TwitchConfig,
  login: string,
): Promise<{ id: string; name: string } | undefined> {
  const url = `${config.apiOrigin}/helix/users?login=${encodeURIComponent(login)}`;
  const reply = await askProvider(url, { headers: await appHeaders(config) });
  const parsed = Users.safeParse(reply.body);
  if (reply.status !== 200 || !parsed.success) throw unavailable(url, `status ${reply.status}`, parsed.error);
  const user = parsed.data.data.find((one) => one.login === login);
  return user && { id: user.id, name: user.display_name || user.login };
}
