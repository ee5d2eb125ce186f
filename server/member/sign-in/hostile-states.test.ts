import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openTestArchive } from "#server/testing/archive.ts";
import { publish, scaled, unscaled } from "#server/testing/proof.ts";

const attempts = scaled(400, 10_000);
const atOnce = 20;

it(
  `of ${attempts} guessed or stolen states none is accepted, and no redirect leaves the archive`,
  { timeout: unscaled(300_000, 600_000) },
  async () => {
    // each attempt comes from an address of its own, or the limits would answer first
    await using archive = await openTestArchive({ env: { TRUSTED_PROXIES: "127.0.0.1/32" } });
    const victim = archive.openBrowser();
    const stolen: string[] = [];
    for (let n = 0; n < 10; n += 1) stolen.push(await victim.begin("/video/private"));
    let accepted = 0;
    const places = new Set<string>();

    const attempt = async (n: number): Promise<void> => {
      const provider = n % 2 === 0 ? "patreon" : "twitch";
      const state = n % 4 < 2 ? randomBytes(32).toString("base64url") : (stolen[n % stolen.length] ?? "");
      const code = randomBytes(16).toString("hex");
      const response = await fetch(
        `${archive.url}/api/auth/${provider}/redirect?code=${code}&state=${encodeURIComponent(state)}`,
        {
          redirect: "manual",
          headers: {
            "x-forwarded-for": `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
            ...(n % 3 === 0 && { cookie: `auth=${randomBytes(32).toString("base64url")}` }),
          },
        },
      );
      // a machine that has too much to do says so, and has not looked at the state
      if (response.status === 503) return sleep(500).then(() => attempt(n));
      places.add(response.headers.get("location") ?? `status ${response.status}`);
      if (response.headers.getSetCookie().some((line) => line.startsWith("session="))) accepted += 1;
    };
    for (let n = 0; n < attempts; n += atOnce)
      await Promise.all(Array.from({ length: atOnce }, (_, index) => attempt(n + index)));

    publish("states", { states: attempts, accepted });
    expect(accepted).toBe(0);
    expect([...places]).toEqual([`${archive.url}/?problem=login-expired`]);
    // and the victim's own sign-in is none the worse for it
    const ended = await victim.visit(await victim.authorize("patron-gold", stolen[0] ?? ""));
    expect(ended.headers.get("location")).toBe(`${archive.url}/video/private`);
  },
);

it("hostile return paths lead nowhere but home", async () => {
  await using archive = await openTestArchive({ emulator: { quirks: { patreonThrottles: false } } });
  const openings = [
    "//",
    "///",
    "/\\",
    "\\\\",
    "/%09/",
    "/\t/",
    "https://",
    "https:",
    "javascript:",
    "data:",
    "/.//",
    "/x/..//",
    "@",
    "/\n/",
    "//\\",
  ];
  const ends = Array.from({ length: scaled(2, 20) }, (_, n) => `evil${n}.example/${n % 2 ? "?a=1" : "#b"}`);
  const hostile = openings.flatMap((opening) => ends.map((end) => opening + end));
  const { origin } = new URL(archive.url);
  for (const path of hostile) {
    const browser = archive.openBrowser();
    const { headers } = await browser.visit(await browser.authorize("patron-gold", await browser.begin(path)));
    expect(new URL(headers.get("location") ?? "").origin).toBe(origin);
  }
  publish("states", { paths: hostile.length });
});
