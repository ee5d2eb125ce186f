import Fastify from "fastify";
import { expect, it } from "vitest";
import { readConfig } from "#server/config.ts";
import { allowPage, apiHeaders } from "./headers.ts";

const config = readConfig({
  PATREON_CLIENT_ID: "id",
  PATREON_CLIENT_SECRET: "secret",
  PATREON_CAMPAIGN_ID: "1",
  PATREON_TIER_IDS: "2",
  PUBLIC_URL: "https://archive.example",
});

async function askForPage() {
  const app = Fastify();
  app.get("/", (_request, reply) => reply.headers(apiHeaders(config)).send(allowPage(reply, config)));
  const { headers, body: nonce } = await app.inject("/");
  const policy = String(headers["content-security-policy"]).replaceAll(nonce, "…");
  return { headers, nonce, rules: policy.split("; ") };
}

it("the page loads what is ours and nothing else: no inline script, no frame, no plugin", async () => {
  const { rules } = await askForPage();
  expect(rules.toSorted()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data: blob:",
    "manifest-src 'self'",
    "media-src 'self' blob:",
    "object-src 'none'",
    "report-uri /api/csp-report",
    "script-src 'self'",
    "style-src 'self' 'nonce-…'",
    "style-src-attr 'none'",
    "upgrade-insecure-requests",
    "worker-src 'self'",
  ]);
});

it("the styles of the page have a nonce that nobody can guess, a new one each time", async () => {
  const [one, other] = [await askForPage(), await askForPage()];
  expect(Buffer.from(one.nonce, "base64")).toHaveLength(16);
  expect(one.nonce).not.toBe(other.nonce);
});

it("the page is never kept, framed, sniffed, opened by others, or asked for without TLS again", async () => {
  const { headers } = await askForPage();
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(headers["permissions-policy"]).toContain("camera=(), ");
  expect(headers["permissions-policy"], "Chromium warns about features that it does not know").not.toContain(
    "bluetooth",
  );
});
