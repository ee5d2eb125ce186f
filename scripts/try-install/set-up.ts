// From the set-up link to the first member, on the installed archive: the emulator plays Patreon and Twitch, their creator and
// their broadcaster.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Machine } from "./machine.ts";

interface Trial {
  machine: Machine;
  judge(what: string, isRight: boolean, result: { said: string; seconds: number }): void;
  port: number;
}

/** Not the next one after the archive's: install gives that to the demo. */
const emulatorPort = 18_491;
const clients = {
  patreon: { client_id: "stand-in-patreon-client-id", client_secret: "stand-in-patreon-client-secret" },
  twitch: { client_id: "standintwitchclientid000000000", client_secret: "standintwitchclientsecret00000" },
};

export interface Member {
  /** The title of the only recording that they may watch now, with the login of then. */
  look(): Promise<string>;
}

/** The simulated providers in place of the real ones. */
export function simulate(machine: Machine, port: number): void {
  const standIns = `http://localhost:${emulatorPort}`;
  const origins = [
    `PATREON_ORIGIN=${standIns}/patreon`,
    `TWITCH_ID_ORIGIN=${standIns}/twitch-id`,
    `TWITCH_API_ORIGIN=${standIns}/twitch-api`,
    `PUBLIC_URL=http://localhost:${port}`,
  ];
  machine.run(
    `sed -i '/^PUBLIC_URL=/d' /etc/stagedoor/settings.env && echo '${origins.join("\n")}' >> /etc/stagedoor/settings.env`,
  );
}

export async function trySetUp({ machine, judge, port }: Trial): Promise<Member> {
  const url = `http://localhost:${port}`;
  await using _emulator = await startEmulator(url);
  simulate(machine, port);
  machine.run("systemctl restart stagedoor");
  if (!(await untilReady(url)))
    judge("the archive starts", false, machine.run("journalctl -u stagedoor.service | tail -30"));
  const linked = machine.run("stagedoor setup-link");
  const key = /\/setup#(\S+)/.exec(linked.said)?.[1] ?? "";
  judge("the set-up link", key !== "", { ...linked, said: linked.said.replace(key, "…") });

  const began = performance.now();
  const said = await setUp(url, key).catch((error: unknown) => String(error));
  const seconds = (performance.now() - began) / 1000;
  judge("set-up with the creator and the broadcaster", said === "", { said: said || "open", seconds });
  let member = openBrowser(url);
  for (const persona of ["twitch-tier1", "patron-gold"]) {
    const start = performance.now();
    member = openBrowser(url);
    const may = await watch(persona, member).catch((error: unknown) => String(error));
    judge(`the first login of ${persona}`, may === "may watch", {
      said: may,
      seconds: (performance.now() - start) / 1000,
    });
  }
  const checked = machine.run("stagedoor check");
  const isRight = [
    "Patreon: client id and secret",
    "Patreon: campaign and tiers",
    "Twitch: client id and secret",
  ].every((line) => checked.said.includes(`ok     ${line}`));
  judge("stagedoor check", isRight, checked);
  return {
    async look() {
      const { body } = await member("GET /api/video/list");
      return (body["videos"] as { title: string }[]).map(({ title }) => title).join(", ");
    },
  };
}

async function startEmulator(url: string): Promise<AsyncDisposable> {
  const child = spawn(process.execPath, ["emulator/main.ts"], {
    env: { ...process.env, EMULATOR_PORT: String(emulatorPort), ARCHIVE_URL: url, EMULATOR_ENDS_WITH_STDIN: "1" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const refused = ended.then(() => Promise.reject(new Error("the emulator did not start")));
  refused.catch(() => undefined);
  await Promise.race([once(createInterface(child.stdout), "line"), refused]);
  return {
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}

async function untilReady(url: string): Promise<boolean> {
  for (let tries = 0; tries < 240; tries += 1) {
    const isReady = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await sleep(500);
  }
  return false;
}

/** Empty when the archive is open; else what was refused. */
async function setUp(url: string, key: string): Promise<string> {
  const ask = openBrowser(url);
  await ask("POST /api/setup/session", { key });
  await ask("PUT /api/setup/archive", { name: "Lamp Room", address: url, time_zone: "Europe/Berlin" });
  for (const [provider, persona] of [
    ["patreon", "patron-owner"],
    ["twitch", "twitch-broadcaster"],
  ] as const) {
    await ask(`PUT /api/setup/provider/${provider}`, clients[provider]);
    const { body } = await ask(`POST /api/setup/provider/${provider}/connect`, {});
    await visit(ask, `${body["authorize_url"]}&persona=${persona}`);
  }
  await ask("PUT /api/setup/tiers/patreon", { campaign_id: "4410221", tier_ids: ["20550102"] });
  await ask("PUT /api/setup/tiers/twitch", { min_tier: "1000" });
  await ask("POST /api/setup/open", { trash_demo: true });
  return "";
}

async function watch(persona: string, ask: Ask): Promise<string> {
  const { body: token } = await ask("POST /api/auth/csrf-token", { return_path: "/" });
  const { body: site } = await ask("GET /api/site");
  const provider = site[persona.startsWith("patron") ? "patreon" : "twitch"] as Record<string, string>;
  const query = new URLSearchParams({
    response_type: "code",
    client_id: provider["client_id"] ?? "",
    redirect_uri: provider["redirect_uri"] ?? "",
    state: (token["data"] as { token: string }).token,
    scope: "openid user:read:subscriptions user:read:email",
    claims: JSON.stringify({
      userinfo: { email: null, email_verified: null, preferred_username: null, picture: null },
    }),
    persona,
  });
  if (persona.startsWith("patron")) for (const name of ["scope", "claims"]) query.delete(name);
  await visit(ask, `${provider["authorize_url"]}?${query}`);
  const { body } = await ask("GET /api/user/info");
  const user = body["user"] as { can_view: boolean } | null;
  const { body: list } = await ask("GET /api/video/list");
  return user?.can_view && Array.isArray(list["videos"]) ? "may watch" : JSON.stringify(body);
}

type Ask = ReturnType<typeof openBrowser>;

/** The provider redirects back to the archive, which goes on by itself. */
async function visit(ask: Ask, address: string): Promise<void> {
  const allowed = await fetch(address, { redirect: "manual" });
  const { pathname, search } = new URL(allowed.headers.get("location") ?? "");
  await ask(`GET ${pathname}${search}`);
}

/** Keeps cookies, and throws what is refused. */
function openBrowser(url: string) {
  const cookies = new Map<string, string>();
  return async (call: string, body?: unknown): Promise<{ body: Record<string, unknown> }> => {
    const [method = "", path = ""] = call.split(" ");
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(method !== "GET" && { origin: url, "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${call}: ${response.status} ${text}`);
    const isJson = response.headers.get("content-type")?.includes("json");
    return { body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
  };
}
