// A local Patreon and Twitch over real HTTP. Several may run in one process; each has its own world.

import fastify, { type FastifyInstance } from "fastify";
import { registerAvatars } from "./avatar.ts";
import { registerControl } from "#emulator/control/control.ts";
import { registerCreatorControl } from "#emulator/control/creator-control.ts";
import { deliverDue } from "#emulator/webhooks/delivery.ts";
import { registerFaults } from "#emulator/faults/faults.ts";
import { registerJournal } from "#emulator/control/journal.ts";
import { createKeeper } from "#emulator/world/keeper.ts";
import { registerBodyParsers } from "./parameters.ts";
import { registerPatreonApi } from "#emulator/patreon/api.ts";
import { registerPatreonEdge } from "#emulator/patreon/guard.ts";
import { registerPatreonOauth } from "#emulator/patreon/oauth.ts";
import { registerPatreonWebhooks } from "#emulator/patreon/webhooks.ts";
import { describeSettings, paths } from "./settings.ts";
import { registerEventSub } from "#emulator/twitch/eventsub.ts";
import { registerHelix } from "#emulator/twitch/helix.ts";
import { registerTwitchId } from "#emulator/twitch/id.ts";
import { createWorld, type World, type WorldOptions } from "#emulator/world/world.ts";

export type EmulatorOptions = WorldOptions & {
  /** 0, the default, takes any free port. */
  port?: number;
  host?: string;
  /** Where tokens and consents are kept, so that a demo survives a restart of the stand-in. */
  stateFile?: string;
};

export type Emulator = { origin: string; settings: Record<string, string>; close(): Promise<void> };

export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, host = "127.0.0.1", stateFile, ...rest } = options;
  const world = createWorld(rest);
  const keeper = createKeeper(world, stateFile);
  const app = createApp(world);
  await app.listen({ port, host });
  const address = app.server.address();
  const boundPort = typeof address === "object" && address ? address.port : port;
  world.origin = `http://${isLoopback(host) ? "localhost" : host}:${boundPort}`;
  const timer = setInterval(() => {
    keeper.save();
    void deliverDue(world);
  }, 500);
  timer.unref();
  return {
    origin: world.origin,
    settings: describeSettings(world.origin, world.patrons, world.viewers),
    async close() {
      clearInterval(timer);
      keeper.save();
      world.closing.abort();
      await app.close();
    },
  };
}

export function isLoopback(host: string): boolean {
  return ["127.0.0.1", "localhost", "::1"].includes(host);
}

function createApp(world: World): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    rewriteUrl: (request) => rewriteAlias(request.url ?? "/"),
    routerOptions: { ignoreTrailingSlash: false },
  });
  registerBodyParsers(app);
  registerJournal(app, world);
  registerFaults(app, world);
  registerControl(app, world);
  registerCreatorControl(app, world);
  registerAvatars(app, world);
  registerPatreonEdge(app, world);
  registerPatreonOauth(app, world);
  registerPatreonApi(app, world);
  registerPatreonWebhooks(app, world);
  registerTwitchId(app, world);
  registerHelix(app, world);
  registerEventSub(app, world);
  app.get("/", () => ({ this: "a stand-in for Patreon and Twitch", control: `${world.origin}/__emulator/personas` }));
  return app;
}

/** twurple and twitch-cli know a mock server by these paths. */
const aliases: [from: string, to: string][] = [
  ["/mock/", `${paths.twitchApi}/helix/`],
  ["/auth/", `${paths.twitchId}/oauth2/`],
  ["/eventsub/", `${paths.twitchApi}/helix/eventsub/`],
];

function rewriteAlias(url: string): string {
  const alias = aliases.find(([from]) => url.startsWith(from));
  return alias ? alias[1] + url.slice(alias[0].length) : url;
}
