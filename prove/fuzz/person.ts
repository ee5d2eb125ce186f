// A person who sends requests as one role: stays signed in, remembers ids from the answers, and sends in-process or over a real
// connection.
import type { FastifyInstance, InjectOptions } from "fastify";
import { hashToken, openSession } from "#server/member/session.ts";
import type { TestArchive } from "#server/testing/archive.ts";
import { isForWire, type Sent } from "./requests.ts";
import { isShed, type Answered } from "./verdict.ts";
import { known } from "./values.ts";

export interface Person {
  /** Replaces the placeholders, sends, and remembers the ids in the answer. */
  ask(app: FastifyInstance, sent: Sent, way: "inside" | "wire"): Promise<{ real: Sent; answer: Answered }>;
  learn(...names: string[]): void;
}

const mostNames = 60;

export async function openPerson(archive: TestArchive, persona: string | null): Promise<Person> {
  const { db, clock } = archive.parts;
  const names: string[] = [];
  let cookie = "";
  let asked = 0;
  await signIn();
  let owner = await findOwner();

  async function signIn(): Promise<void> {
    if (persona === null) return;
    const browser = archive.openBrowser();
    await browser.signIn(persona);
    cookie = `session=${browser.cookies.get("session")}`;
  }

  function findOwner(): Promise<{ memberId: string; identityId: string } | undefined> {
    return db
      .selectFrom("session")
      .select(["member_id as memberId", "identity_id as identityId"])
      .where("token_hash", "=", hashToken(cookie.slice("session=".length)))
      .executeTakeFirst();
  }

  /** A request may end the session; signing in each time would reach the limit for sign-ins. */
  async function comeBack(): Promise<void> {
    const isThere =
      owner && (await db.selectFrom("member").select("id").where("id", "=", owner.memberId).executeTakeFirst());
    if (owner && !isThere) {
      // the account was deleted, too
      await signIn();
      owner = await findOwner();
      return;
    }
    if (owner) cookie = `session=${(await openSession(db, { ...owner, device: "a test" }, clock.now())).token}`;
  }

  function learn(...more: string[]): void {
    for (const name of more) if (!names.includes(name)) names.push(name);
    while (names.length > mostNames) names.splice(asked % names.length, 1);
  }

  return {
    learn,
    async ask(app, sent, way) {
      const put = (text: string) => text.replaceAll(known, (_, n: string) => names[Number(n) % names.length] ?? "x");
      const headers = {
        host: new URL(archive.url).host,
        origin: archive.url,
        ...(cookie && { cookie }),
        ...sent.headers,
      };
      const real = { ...sent, address: put(sent.address), body: sent.body && put(sent.body), headers };
      for (;;) {
        asked += 1;
        const isWire = way === "wire" || isForWire(real);
        const answer = isWire ? await askOverWire(archive.url, real) : await askInside(app, real, asked);
        if (isShed(answer)) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          continue;
        }
        learn(...namesIn(answer.text));
        if (answer.status === 401 && !sent.headers["cookie"]) await comeBack();
        return { real, answer };
      }
    },
  };
}

/** Each from its own address, so that the request limits do not hide other answers. */
async function askInside(app: FastifyInstance, { method, address, body, headers }: Sent, n: number): Promise<Answered> {
  const remoteAddress = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  const options = { method, url: address, headers, remoteAddress, ...(body !== null && { payload: body }) };
  const { statusCode, headers: got, body: text } = await app.inject(options as InjectOptions);
  return { status: statusCode, type: got["content-type"] ?? "", text };
}

async function askOverWire(url: string, { method, address, body, headers }: Sent): Promise<Answered> {
  const stop = new AbortController();
  const init = { method, headers, redirect: "manual", signal: stop.signal, ...(body !== null && { body }) } as const;
  const response = await fetch(url + address, init);
  const type = response.headers.get("content-type") ?? "";
  const isEndless = type.startsWith("text/event-stream");
  const text = isEndless ? "" : await response.text();
  const location = response.headers.get("location") ?? "";
  stop.abort();
  return {
    status: response.status,
    type,
    text: location.startsWith("/api/upload/") ? `"id":"${location.slice(12)}"` : text,
  };
}

function namesIn(text: string): string[] {
  const found = text.matchAll(/"(?:id|video_id|who_id|next|token)":\s*"?([^",}\]]{1,300})/g);
  return [...found].slice(0, 5).map(([, name = ""]) => name);
}
