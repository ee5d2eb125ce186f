import { connect } from "node:net";
import { mkdir, mkdtempDisposable, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { allRoutes } from "#contract/routes/other-routes.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { scaled, seed } from "#server/testing/proof.ts";

const stack = new AsyncDisposableStack();
const logged: string[] = [];
let archive: TestArchive;
let ownerCookie = "";
beforeAll(async () => {
  const { path: folder } = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-page-")));
  await mkdir(path.join(folder, "assets", "fonts"), { recursive: true });
  const early = ["<!-- for members -->/user<!-- end -->", "<!-- for the home page of members -->/list<!-- end -->"];
  await writeFile(path.join(folder, "index.html"), `<title>page</title>__CSP_NONCE__${early.join("")}`);
  await writeFile(path.join(folder, "icon.svg"), "<svg/>");
  await writeFile(path.join(folder, "assets", "page-1a2b.js"), "0");
  await writeFile(path.join(folder, "assets", "page-1a2b.js.gz"), "packed");
  await writeFile(path.join(folder, "assets", "fonts", "a-1a2b.woff2"), "1");
  const logTo = { write: (line: string) => void logged.push(line) };
  await writeFile(path.join(folder, "assets", "gone-1a2b.js"), "2");
  archive = stack.use(await openTestArchive({ pageFolder: folder, env: { LOG_LEVEL: "info" }, logTo }));
  await rm(path.join(folder, "assets", "gone-1a2b.js"));
  const browser = archive.openBrowser();
  await browser.signIn("patron-owner");
  ownerCookie = `session=${browser.cookies.get("session")}`;
});
afterAll(() => stack.disposeAsync());
beforeEach(() => void logged.splice(0));

/** The address as it is: fetch would tidy it up. */
function ask(address: string, { method = "GET", headers = "" } = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(archive.config.port, archive.config.host);
    let text = "";
    socket
      .setEncoding("latin1")
      .on("data", (chunk: string) => (text += chunk))
      .on("error", reject)
      .on("close", () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }))
      .write(
        `${method} ${address} HTTP/1.1\r\nHost: localhost:${archive.config.port}\r\nConnection: close\r\n${headers}\r\n`,
        "latin1",
      );
  });
}

/** A write may hold several lines. */
function listErrors(): string[] {
  const lines = logged.join("").split("\n").filter(Boolean);
  return lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
}

const odd = [
  ...["..", ".", "", "...", "../x", "./x", "../index.html", "x/../page-1a2b.js", "./page-1a2b.js", "fonts", "fonts/"],
  ...["%2e", "%2e%2e", "%2e%2e/x", "%2E%2E%2Fx", "..%2f", "..%5cx", "%2f", "%2fetc%2fpasswd", "/etc/passwd", "//"],
  ...["..\\x", "\\", "\\..\\x", "C:\\x", "c:/x", "%00", "x%00.js", "page-1a2b.js%00", "%0a", "%7f", "%ff", "%c0%ae"],
  ...["%", "%zz", "%E2%82", "%25", "%252e%252e/x", "page-1a2b.js/", "page-1a2b.js/x", "page-1a2b.js.gz", "PAGE-1a2b.js"],
  ...["x".repeat(255), "x".repeat(256), "x".repeat(4000), "x/".repeat(2000), "%2e/".repeat(1000), "?", "../?x", "..;/x"],
  ...["__proto__", "constructor", "*", "page-1a2b.js;x", "a b".replace(" ", "%20"), "%3f", "%23"],
]; // prettier-ignore

it("an address below the page's files that names none of them is not found, and logs no error", async () => {
  const wrong: unknown[] = [];
  for (const end of odd) {
    for (const headers of ["", "Accept-Encoding: br, gzip\r\n"]) {
      for (const method of ["GET", "HEAD"]) {
        const { status, text } = await ask(`/assets/${end}`, { method, headers });
        if (status !== 404 || !/cache-control: no-store/i.test(text)) wrong.push({ method, end, headers, status });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(listErrors()).toEqual([]);
});

it("the page's own files are served, packed where the browser takes that, and kept by it for good", async () => {
  const plain = await ask("/assets/page-1a2b.js");
  expect([plain.status, plain.text.endsWith("\r\n\r\n0")]).toEqual([200, true]);
  expect(plain.text).toContain("immutable");
  const packed = await ask("/assets/page-1a2b.js", { headers: "Accept-Encoding: gzip\r\n" });
  expect(packed.text.toLowerCase()).toContain("content-encoding: gzip");
  expect((await ask("/assets/page-1a2b.js?v=1")).status).toBe(200);
  expect((await ask("/assets/fonts/a-1a2b.woff2")).status).toBe(200);
  expect((await ask("/icon.svg")).status).toBe(200);
  const etag = /etag: (\S+)/i.exec(packed.text)?.[1];
  const again = await ask("/assets/page-1a2b.js", { headers: `Accept-Encoding: gzip\r\nIf-None-Match: ${etag}\r\n` });
  expect(again.status).toBe(304);
  expect((await ask("/assets/page-1a2b.js", { headers: `If-None-Match: ${etag}\r\n` })).status).toBe(200);
});

it("a file that was deleted since the start is not found, and no browser keeps that answer", async () => {
  const { status, text } = await ask("/assets/gone-1a2b.js");
  expect([status, /cache-control: no-store/i.test(text)]).toEqual([404, true]);
});

it("only what a member may ask for is asked for early: the login on every page, the list on the home page", async () => {
  const stranger = archive.openBrowser();
  await stranger.signIn("patron-free");
  const strangerCookie = `session=${stranger.cookies.get("session")}`;
  const open = async (address: string, cookie = "") => {
    const { status, text } = await ask(address, { headers: cookie && `Cookie: ${cookie}\r\n` });
    return [status, text.includes("/user"), text.includes("/list"), /<!--/.test(text)];
  };
  expect(await open("/", ownerCookie)).toEqual([200, true, true, false]);
  expect(await open("/?q=song", ownerCookie)).toEqual([200, true, true, false]);
  expect(await open("/video/x", ownerCookie)).toEqual([200, true, false, false]);
  for (const cookie of ["", "session=x", strangerCookie])
    expect(await open("/", cookie)).toEqual([200, false, false, false]);
});

it("no spelling of any address causes an unexpected error", async () => {
  const known = [
    ...Object.values(allRoutes).map((route) => route.path),
    ...["/", "/assets/page-1a2b.js", "/icon.svg", "/api/upload", "/api/docs", "/api/openapi.json", "/metrics"],
    ...["/.well-known/security.txt", "/video/x", "/api/upload/0123456789abcdef0123456789abcdef"],
  ];
  const pieces = [
    ...["/..", "/.", "/", "//", "..", "\\", "%2e", "%2e%2e/", "%2f", "%5c", "%00", "%", "%zz", "%ff", "%E2%82", "%C0%AE"],
    ...[";", "?", "?%", "?%00=%ff", "#", "*", ":", "@", "%20", "%0d%0a", "\x80", "\xff", "x".repeat(65), "x".repeat(3000)],
    ...["__proto__", "constructor", "[]", "?a[]=1&a[b]=2", "&&", "http://evil.example/", "|", '"', "<", "`", "{}", "^"],
  ]; // prettier-ignore
  const requests = fc.record({
    method: fc.constantFrom("GET", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"),
    from: fc.constantFrom(...known),
    changes: fc.array(fc.record({ at: fc.nat(60), cut: fc.nat(3), put: fc.constantFrom(...pieces) }), { maxLength: 3 }),
    headers: fc.constantFrom("", `Cookie: ${ownerCookie}\r\nOrigin: ${archive.url}\r\n`),
  });
  const faults: unknown[] = [];
  const attempt = async ({ method, from, changes, headers }: (typeof all)[number]) => {
    const change = (text: string, { at, cut, put }: (typeof changes)[number]) =>
      text.slice(0, at) + put + text.slice(at + cut);
    const address = changes.reduce(change, from.replaceAll(/:\w+/g, "a"));
    // what does not end needs no answer to the end
    if (address.startsWith("/api/studio/work/events")) return;
    const { status, text } = await ask(address, { method, headers });
    if (status >= 500 && !text.includes('"busy"')) faults.push({ method, address, status });
  };
  const all = fc.sample(requests, { numRuns: scaled(2000, 30_000), seed });
  for (let at = 0; at < all.length; at += 50) await Promise.all(all.slice(at, at + 50).map(attempt));
  expect(faults).toEqual([]);
  expect(listErrors()).toEqual([]);
}, 600_000);
