// A local Patreon and Twitch over real HTTP. Several may run in one process; each has its own world.
import fastify, { type FastifyInstance } from "fastify";
import { registerAvatars } from "./avatar.ts";
import { registerControl } from "#emulator/control/control.ts";
import { deliverDue } from "#emulator/webhooks/delivery.ts";
import { registerFaults } from "#emulator/faults/faults.ts";
import { registerJournal } from "#emulator/control/journal.ts";
import { registerBodyParsers, readJson } from "./parameters.ts";
import { registerPatreonApi } from "#emulator/patreon/api.ts";
import { registerPatreonEdge } from "#emulator/patreon/guard.ts";
import { registerPatreonOauth } from "#emulator/patreon/oauth.ts";
import { registerPatreonWebhooks } from "#emulator/patreon/webhooks.ts";
import { describeSettings, paths } from "./settings.ts";
import { registerEventSub } from "#emulator/twitch/eventsub.ts";
import { registerHelix } from "#emulator/twitch/helix.ts";
import { registerTwitchId } from "#emulator/twitch/id.ts";
import { createWorld, type World, type WorldOptions } from "#emulator/world/world.ts";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { copyPersona } from "#emulator/world/copies.ts";
import { words } from "./words.ts";

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

/**
 * What a creator does on Patreon's own pages, and what Patreon does to a webhook that fails: for tests of set-up.
 */
function registerCreatorControl(app: FastifyInstance, world: World): void {
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

/**
 * Keeps both providers' tokens and consents in a file, so that people stay signed in over a restart of a demo. Copies
 * of personas are made again; what was changed of a persona, faults, codes and subscriptions start afresh.
 */
function createKeeper(world: World, file: string | undefined): { save(): void } {
  if (file === undefined) return { save: () => {} };
  let saved = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (saved !== "") restore(world, saved);
  return {
    save() {
      const now = JSON.stringify({
        patreon: world.patreonGrants.dump(),
        twitch: world.twitchGrants.dump(),
        copies: [...world.copies],
      });
      if (now === saved) return;
      writeFileSync(`${file}.new`, now, { mode: 0o600 });
      renameSync(`${file}.new`, file);
      saved = now;
    },
  };
}

/** A file that cannot be read back means a fresh start, never a failed one. */
function restore(world: World, text: string): void {
  try {
    const kept = JSON.parse(text) as { patreon: string; twitch: string; copies?: [id: string, like: string][] };
    for (const [id, like] of kept.copies ?? []) copyPersona(world, id, like);
    world.patreonGrants.restore(kept.patreon);
    world.twitchGrants.restore(kept.twitch);
  } catch {
    process.stderr.write(`${words.stateNotRead}\n`);
  }
}
