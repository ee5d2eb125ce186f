// Random requests to every route: address, query, body and headers, each of them mostly valid.
import fc from "fast-check";
import { z } from "zod";
import { api } from "#contract/api.ts";
import type { Call } from "#contract/calls/call.ts";
import { allRoutes, type RouteName } from "#contract/routes/other-routes.ts";
import { Video } from "#contract/video.ts";
import { hostile, hostileStrings, valuesOf } from "./values.ts";

export interface Sent {
  method: string;
  /** Still with placeholders for things that exist. */
  address: string;
  body: string | null;
  headers: Record<string, string>;
}

/** Routes whose answer does not end, or is written by the tus library, need a real connection. */
export const isForWire = ({ address }: Sent) => /^\/api\/(upload(\/[^/]*)?|studio\/work\/events)(\?|$)/.test(address);

const broken = [
  ...["", "{", "null", "[]", "0", '"x"', "tru", "{}{}", '{"a":1,"a":2}', "\ufeff{}", "\0", "[".repeat(5000), "\ud800"],
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1e999}', `{"a":"${"x".repeat(70_000)}"}`],
]; // prettier-ignore
const types = [
  ...["application/json", "application/json; charset=utf-8", "application/json;charset=utf-16", "APPLICATION/JSON"],
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/", "x", ";", ""],
]; // prettier-ignore

/** Headers of some requests; none that would make the client itself wait. */
const oddHeaders: Record<string, readonly string[]> = {
  "accept": ["*/*", "application/xml", "text/html;q=0.9,*/*;q=x", ""],
  "accept-encoding": ["identity;q=0", "gzip, br, zstd, *", "x".repeat(400)],
  "content-type": types,
  "host": ["evil.example", "", "localhost:1@evil.example", "[::1", "localhost"],
  "origin": ["null", "https://evil.example", "http://", "x"],
  "sec-fetch-site": ["cross-site", "same-site", "same-origin", "none", "x"],
  "sec-fetch-mode": ["navigate", "cors", "no-cors"],
  "range": ["bytes=0-0", "bytes=-1", "bytes=99999999-", "bytes=0-,1-", "bytes=9-1", "bytes", "x=1", `bytes=${"9".repeat(30)}-`],
  "if-range": ['"x"', 'W/"x"', "Wed, 21 Oct 2015 07:28:00 GMT"],
  "if-none-match": ["*", '"x"', 'W/"', ",,,"],
  "prefer": ["handling=lenient", "handling", "x=".repeat(200)],
  "x-forwarded-for": ["1.2.3.4", "::1, x, ", "'", "x".repeat(300)],
  "x-forwarded-host": ["evil.example"],
  "x-http-method-override": ["DELETE"],
  "x-original-url": ["/api/members"],
  "user-agent": ["", "x".repeat(3000), "Mozilla/5.0 (\u00ff\u00fe)"],
  "cookie": ["session=", "session=x; session=y", "session=%zz", "auth=\u00e9", ";;;=", "__proto__=1", `session=${"x".repeat(2000)}`],
  "x-patreon-signature": ["", "x", "00".repeat(16)],
  "twitch-eventsub-message-type": ["notification", "webhook_callback_verification", "x"],
  "twitch-eventsub-message-timestamp": ["2026-01-01T00:00:00Z", "x", ""],
  "twitch-eventsub-message-signature": ["sha256=", "sha256=xx", `sha256=${"0".repeat(64)}`],
}; // prettier-ignore
const oddHeader = fc
  .constantFrom(...Object.keys(oddHeaders))
  .chain((name) => fc.constantFrom(...(oddHeaders[name] ?? [])).map((value) => [name, value] as const));
const headers = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(oddHeader, { maxLength: 3 }) },
);

const anyQuery = z.object({ v: z.string(), limit: z.int(), after: z.string(), q: z.string() }).partial();
/** The contract allows more; here as editors send it. */
const bodies: Partial<Record<RouteName, z.ZodType>> = { saveVideo: z.object({ video: Video.partial() }) };

export const requests: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 12, arbitrary: fc.oneof(...(Object.keys(allRoutes) as RouteName[]).map(requestsTo)) },
  { weight: 1, arbitrary: fc.oneof(uploads(), strays()) },
);

function requestsTo(name: RouteName): fc.Arbitrary<Sent> {
  const { method, path } = allRoutes[name];
  const { params, query, body }: Call = api[name];
  const parts = {
    params: params ? valuesOf(params) : fc.constant({}),
    query: query ? valuesOf(query) : fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, valuesOf(anyQuery)),
    body: body ? bodiesOf(valuesOf(bodies[name] ?? body)) : fc.oneof(fc.constant(null), bodiesOf(hostile)),
    odd: headers,
    isHead: fc.nat({ max: 9 }).map((n) => n === 0 && method === "GET"),
  };
  return fc.record(parts).map(({ params: given, query: asked, body: text, odd, isHead }) => {
    const isPlain = method === "GET" || text === null;
    return {
      method: isHead ? "HEAD" : method,
      address: fill(path, given) + writeQuery(asked),
      body: isPlain ? null : text,
      headers: { ...(!isPlain && { "content-type": "application/json" }), ...Object.fromEntries(odd) },
    };
  });
}

function bodiesOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: values.map((value) => JSON.stringify(value) ?? "") },
    { weight: 1, arbitrary: fc.constantFrom(...broken) },
  );
}

function fill(path: string, given: unknown): string {
  const values = new Map(given !== null && typeof given === "object" ? Object.entries(given) : []);
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encode(values.get(name) ?? given));
}

function writeQuery(asked: unknown): string {
  if (asked === null || typeof asked !== "object") return `?${encode(asked)}`;
  const pairs = Object.entries(asked).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Placeholders are not encoded. */
function encode(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.toWellFormed()).replaceAll("%40", "@");
}

function uploads(): fc.Arbitrary<Sent> {
  const numbers = fc.constantFrom("0", "1", "10", "1000", "-1", "x", "", "1.5", "1e3", String(2 ** 40), "9".repeat(40));
  const metadata = fc.constantFrom("filename eA==", "filename", "filename !!!", ",,,", "a b c", `title ${"QQ==".repeat(500)}`, "__proto__ eA==", "member eA=="); // prettier-ignore
  return fc
    .record({
      method: fc.constantFrom("POST", "HEAD", "PATCH", "DELETE", "PATCH", "GET", "OPTIONS"),
      id: fc.oneof(
        fc.nat({ max: 999 }).map((n) => `@${n}@`),
        fc.constantFrom(...hostileStrings),
        fc.constant("0".repeat(32)),
      ),
      length: numbers,
      offset: numbers,
      metadata,
      version: fc.constantFrom("1.0.0", "1.0.0", "1.0.0", "0.2.2", ""),
      override: fc.constantFrom("", "", "", "PATCH", "DELETE", "x"),
      type: fc.constantFrom("application/offset+octet-stream", "application/offset+octet-stream", "application/json"),
      body: fc.string({ maxLength: 40 }),
      isDeferred: fc.boolean(),
      checksum: fc.constantFrom("", "", "sha1 x", "md5 1B2M2Y8AsgTpgAmY7PhCfg==", "crc32 AAAA", "sha256"),
    })
    .map(({ method, id, length, offset, version, override, type, body, isDeferred, checksum, ...more }) => ({
      method,
      address: method === "POST" && override === "" ? "/api/upload" : `/api/upload/${encode(id)}`,
      body: method === "PATCH" ? body : null,
      headers: {
        ...{ "tus-resumable": version, "upload-offset": offset, "upload-metadata": more.metadata },
        ...(isDeferred ? { "upload-defer-length": length } : { "upload-length": length }),
        ...(override !== "" && { "x-http-method-override": override }),
        ...(checksum !== "" && { "upload-checksum": checksum }),
        ...(method === "PATCH" && { "content-type": type }),
      },
    }));
}

/** Addresses and methods that belong to no route. */
function strays(): fc.Arbitrary<Sent> {
  const addresses = [
    ...["/", "/api", "/api/", "/api/nothing", "/api//site", "/api/site/", "/API/site", "/api/%73ite", "/api/%zz", "/api/%00"],
    ...["/api/video/v/", "/api/video/v/a/b", "/api/media/@0@/..%2f..%2fstore.json", "/api/media/@0@/", "/..%2f", "/.env"],
    ...["/metrics", "/api/docs", "/api/openapi.json", "/.well-known/security.txt", `/api/${"x/".repeat(500)}`, "/*", "/api/site?%"],
  ]; // prettier-ignore
  return fc
    .tuple(fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"), fc.constantFrom(...addresses), headers)
    .map(([method, address, odd]) => ({ method, address, body: null, headers: Object.fromEntries(odd) })); // prettier-ignore
}
