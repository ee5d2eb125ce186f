// What a creator does on Patreon's own pages, and what Patreon does to a webhook that fails: for tests of set-up.

import type { FastifyInstance } from "fastify";
import { readJson } from "#emulator/parameters.ts";
import type { World } from "#emulator/world/world.ts";

export function registerCreatorControl(app: FastifyInstance, world: World): void {
  app.post("/__emulator/campaign", (request) => {
    const { deleteTier, pauseWebhooks } = readJson(request) as { deleteTier?: string; pauseWebhooks?: boolean };
    if (deleteTier !== undefined) world.goneTiers.add(deleteTier);
    for (const webhook of world.webhooks.values()) {
      if (pauseWebhooks !== true) break;
      webhook.paused = true;
      webhook.timesFailed = 7;
    }
    const webhooks = [...world.webhooks.values()].map(({ id, uri, paused }) => ({ id, uri, paused }));
    return { goneTiers: [...world.goneTiers], webhooks };
  });
}
