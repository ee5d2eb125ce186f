// Sends every route, as every role, requests that the contract allows, nearly allows or does not allow at all: no answer is a
// server error, shows internal details, or refuses without a code.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allRoutes } from "#contract/routes/other-routes.ts";
import { buildApp } from "#server/http/app.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { databaseKinds } from "#server/testing/databases.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { addTestVideo } from "#server/testing/safe.ts";
import { openPerson, type Person } from "./fuzz/person.ts";
import { requests, type Sent } from "./fuzz/requests.ts";
import { judge } from "./fuzz/verdict.ts";

const roles = {
  anonymous: null,
  "no subscription": "patron-bronze",
  viewer: "patron-gold",
  editor: "patron-editor",
  owner: "patron-owner",
} as const;
/** A member stays below the limits of a minute with so many requests; then a server with new counters is started. */
const perDoor = 1000;
/** Requests of each role before a new archive is made: what they create makes every later request slower. */
const perArchive = 2000;
const wireShare = 20;
const atOnce = 8;

describe.each(databaseKinds)("on %s", (kind) => {
  it(
    "no request causes a server error, shows internal details or is refused without a code",
    { timeout: 3_600_000 },
    async () => {
      const counted = { requests: 0, faults: 0, leaks: 0, mute: 0, limited: 0, answered: 0 };
      const wrong: string[] = [];
      const each = scaled(100, kind === "sqlite" ? 80_000 : 20_000);
      for (let done = 0; done < each; done += perArchive) {
        await using archive = await openTestArchive({ kind, env: { METRICS_TOKEN: "a-token-of-metrics" } });
        // everybody signs in before the first request: later the limit for sign-ins may be used up
        const people: Person[] = [];
        for (const persona of Object.values(roles)) people.push(await openPerson(archive, persona));
        for (const [index, person] of people.entries()) {
          const end = Math.min(each, done + perArchive);
          for (let sent = done; sent < end; sent += perDoor) {
            const from = seed + (index * 2 + databaseKinds.indexOf(kind)) * 1e6 + sent;
            await fuzz({ archive, person, count: Math.min(perDoor, end - sent), from, counted, wrong });
          }
        }
      }
      const { requests: most, answered, limited, ...bad } = counted;
      publish("fuzz", counted);
      expect(wrong.slice(0, 10)).toEqual([]);
      expect(bad).toEqual({ faults: 0, leaks: 0, mute: 0 });
      // requests that are always refused would test nothing
      expect(answered).toBeGreaterThan(most / 20);
      expect(limited).toBeLessThan(most / 10);
    },
  );

  it("a zero byte is refused anywhere in a request", async () => {
    await using archive = await openTestArchive({ kind });
    const owner = await openPerson(archive, "patron-owner");
    const app = await buildApp(archive.parts);
    const calls = Object.values(allRoutes).map(({ method, path }) => {
      const body = method === "GET" || method === "DELETE" ? null : '{"changes":[{"id":"a\\u0000b","hidden":true}]}';
      return {
        method,
        address: path.replaceAll(/:\w+/g, "a%00b"),
        body,
        headers: body === null ? {} : { "content-type": "application/json" },
      };
    });
    for (const sent of calls.filter((call) => call.address.includes("%00") || call.address === "/api/video/many")) {
      const { answer } = await owner.ask(app, sent, "inside");
      // set-up asks for its link before it looks at anything else
      const refused = sent.address.startsWith("/api/setup/") ? 401 : 404;
      const status = sent.address.includes("%00") ? refused : 400;
      expect({ ...sent, status: answer.status }).toEqual({ ...sent, status });
    }
    await app.close();
  });
});

interface Round {
  archive: TestArchive;
  person: Person;
  count: number;
  from: number;
  counted: Record<"requests" | "faults" | "leaks" | "mute" | "limited" | "answered", number>;
  wrong: string[];
}

async function fuzz({ archive, person, count, from, counted, wrong }: Round): Promise<void> {
  const app = await buildApp(archive.parts);
  const { db, media } = archive.parts;
  const place = { db, store: media.store, [Symbol.asyncDispose]: async () => {} };
  person.learn(await addTestVideo(place, "Known"), await addTestVideo(place, "Also known"));
  try {
    const one = async (sent: Sent, index: number) => {
      const { real, answer } = await person.ask(app, sent, index % wireShare === 0 ? "wire" : "inside");
      const { isFault, isLeak, isMute } = judge(real, answer);
      counted.requests += 1;
      counted.faults += Number(isFault);
      counted.leaks += Number(isLeak);
      counted.mute += Number(isMute);
      counted.limited += Number(answer.status === 429);
      counted.answered += Number(answer.status < 400);
      if (isFault || isLeak || isMute) wrong.push(JSON.stringify({ real, answer }).slice(0, 1500));
    };
    const all = fc.sample(requests, { numRuns: count, seed: from });
    // a few at once: most of the time is spent in commits
    for (let at = 0; at < count; at += atOnce)
      await Promise.all(all.slice(at, at + atOnce).map((sent, index) => one(sent, at + index)));
  } finally {
    await app.close();
  }
}
