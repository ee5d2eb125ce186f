import { afterAll, beforeAll, describe, expect, it } from "vitest";
import Fastify from "fastify";
import { connect } from "node:net";
import type { Problem } from "#contract/problem.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { registerGuard } from "./guard.ts";

describe("the door", () => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive();
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  it("does not start with a route that does not say who may call it", async () => {
    const app = Fastify();
    registerGuard(app, archive.parts);
    expect(() => app.get("/api/planted", () => "anything")).toThrow("GET /api/planted does not say who may call it.");
    expect(() => app.get("/api/planted", { config: { who: "anyone" } }, () => "")).toThrow("how often");
  });

  it("answers a wrong request with a problem that has a code, a sentence and the request's id", async () => {
    const browser = archive.openBrowser();
    const { status, headers, body } = await browser.ask<Problem>("POST /api/auth/csrf-token", { return_path: 7 });
    expect(status).toBe(400);
    expect(headers.get("content-type")).toContain("application/problem+json");
    expect(body).toMatchObject({ code: "bad-input", status: 400, fields: [{ field: "return_path" }] });
    expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("refuses what is nested without end like any other wrong input", async () => {
    for (const wrong of [
      "[".repeat(30_000) + "]".repeat(30_000),
      `{"return_path":${'{"a":'.repeat(9000)}1${"}".repeat(9001)}`,
    ]) {
      const headers = { origin: archive.url, "content-type": "application/json" };
      const answer = await fetch(`${archive.url}/api/auth/csrf-token`, { method: "POST", headers, body: wrong });
      expect([answer.status, ((await answer.json()) as Problem).code]).toEqual([400, "bad-input"]);
    }
  });

  it("says nothing about the address in its 404s", async () => {
    for (const path of ["/api/canary", "/api/user/canary", "/api/"]) {
      const { status, body } = await archive.openBrowser().ask<Problem>(`GET ${path}`);
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain("canary");
    }
  });

  it("answers addresses that the router refuses like any other that does not exist", async () => {
    for (const path of ["/api/%zz", `/api/video/v/${"x".repeat(65)}`]) {
      const answer = await rawRequest(
        archive,
        `GET ${path} HTTP/1.1\r\nHost: localhost:${archive.config.port}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).toContain("application/problem+json");
      expect(answer).toContain("sandbox");
      expect(answer).not.toContain("zz");
    }
  });

  it.each([
    ["a page of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    ["a page of a neighbour site", { "sec-fetch-site": "same-site", origin: "http://localhost:1" }, 403],
    ["an old browser on another site", { origin: "https://evil.example" }, 403],
    ["a sandboxed frame", { origin: "null" }, 403],
    ["our own page", { "sec-fetch-site": "same-origin" }, 200],
  ])("lets %s change things or not", async (_who, headers, expected) => {
    const given = "origin" in headers ? headers : { ...headers, origin: archive.url };
    const { status } = await archive.openBrowser().ask("POST /api/auth/csrf-token", { return_path: "/" }, given);
    expect(status).toBe(expected);
  });

  it("refuses bodies that are not JSON, too large, or poisoned", async () => {
    const post = (body: string, type = "application/json") =>
      fetch(`${archive.url}/api/auth/csrf-token`, { method: "POST", body, headers: { "content-type": type } });
    expect((await post("return_path=/", "application/x-www-form-urlencoded")).status).toBe(415);
    expect((await post("{")).status).toBe(400);
    expect((await post(`{"return_path":"/","__proto__":{"x":1}}`)).status).toBe(400);
    expect((await post(`{"return_path":"${"x".repeat(70_000)}"}`)).status).toBe(413);
    expect((await post(`{"return_path":"/","more":1}`)).status).toBe(400);
  });

  it("answers only at its own address, and reveals nothing about itself", async () => {
    const answer = await rawRequest(
      archive,
      "GET /api/site HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer.toLowerCase()).not.toMatch(/^(server|x-powered-by):/m);
    const health = await rawRequest(archive, "GET /api/health HTTP/1.1\r\nHost: 10.1.2.3\r\nConnection: close\r\n\r\n");
    expect(health).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("gives every API answer the headers that forbid everything", async () => {
    for (const call of ["GET /api/site", "GET /api/user/info", "GET /api/nothing"]) {
      const { headers } = await archive.openBrowser().ask(call);
      expect(Object.fromEntries(headers)).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  it("answers 401 to an anonymous caller, and 200 without a user if the caller prefers that", async () => {
    const browser = archive.openBrowser();
    expect((await browser.ask("GET /api/user/info")).status).toBe(401);
    const kind = await browser.ask("GET /api/user/info", undefined, { prefer: "handling=lenient" });
    expect([kind.status, kind.body]).toEqual([200, { user: null }]);
  });

  it("describes itself: every call of the contract is in openapi.json and on the page", async () => {
    const browser = archive.openBrowser();
    const { body } = await browser.ask<{ paths: Record<string, unknown> }>("GET /api/openapi.json");
    expect(Object.keys(body.paths)).toContain("/api/user/sessions/{id}");
    const page = await fetch(`${archive.url}/api/docs`);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("GET /api/site");
  });
});

describe("the limits", () => {
  it("refuse an address that guesses logins, whatever it calls itself; others behind it still log in", async () => {
    const settings = {
      PATREON_CLIENT_ID: "id",
      PATREON_CLIENT_SECRET: "s",
      PATREON_CAMPAIGN_ID: "1",
      PATREON_TIER_IDS: "2",
    };
    await using archive = await openTestArchive({ isDemo: false, env: settings });
    const statuses: number[] = [];
    let last: Awaited<ReturnType<ReturnType<TestArchive["openBrowser"]>["ask"]>> | undefined;
    for (let n = 0; n < 30; n += 1) {
      // without a proxy of ours nobody's word about an address counts
      const forged = { "x-forwarded-for": `10.0.0.${n}`, forwarded: `for=10.0.0.${n}` };
      last = await archive
        .openBrowser()
        .ask(`GET /api/auth/patreon/redirect?code=x&state=guess${n}`, undefined, forged);
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(303), ...Array<number>(10).fill(429)]);
    expect(Number(last?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(last?.body).toMatchObject({ code: "too-many-requests" });
    // until the address has used up its share of all logins that come back
    const more = await Promise.all(
      Array.from({ length: 600 }, (_, n) =>
        archive.openBrowser().ask(`GET /api/auth/patreon/redirect?code=x&state=more${n}`),
      ),
    );
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429]));
    // 200 customers of one phone carrier
    for (let n = 0; n < 200; n += 1) {
      const browser = archive.openBrowser();
      const begun = await browser.ask<{ data: { token: string } }>("POST /api/auth/csrf-token", { return_path: "/" });
      expect(begun.status).toBe(200);
      if (n > 0) continue;
      const back = await browser.ask(
        `GET /api/auth/patreon/redirect?error=access_denied&state=${begun.body.data.token}`,
      );
      expect(back.status).toBe(303);
    }
  });
});

function rawRequest({ config }: TestArchive, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(config.port, config.host, () => socket.write(text));
    let answer = "";
    socket
      .setEncoding("utf8")
      .on("data", (chunk) => (answer += chunk))
      .on("end", () => resolve(answer))
      .on("error", reject);
  });
}

describe("an editor", () => {
  it("whose login is older than a week must log in again before changing anything, but goes on watching", async () => {
    await using archive = await openTestArchive();
    const browser = archive.openBrowser();
    await browser.signIn("patron-editor");
    const id = "a".repeat(26);
    expect((await browser.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true })).status).toBe(404);
    for (let day = 0; day < 7; day += 1) {
      archive.advance(24 * 3_600_000);
      expect(await browser.whoAmI()).toMatchObject({ can_edit: true });
    }
    const late = await browser.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true });
    expect([late.status, late.body]).toMatchObject([401, { code: "sign-in-again" }]);
    expect((await browser.ask("GET /api/video/list")).status).toBe(200);
  });
});
