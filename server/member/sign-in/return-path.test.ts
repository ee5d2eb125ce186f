import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanReturnPath } from "./return-path.ts";

const origin = "https://archive.example";

const evils = ["evil.example", "evil.example/%2f..", "evil.example@archive.example", "[::1]", "evil。example"];
const openings = [
  "//", "///", "////", "/\\", "\\/", "\\\\", "/\\/", "/%09/", "/\t/", "/\n/", "/\r/", " //", "\u0000//", "https://", "http://", "https:",
  "https:/", "HTTPS://", "javascript:alert(1)//", "data:text/html,", "/.//", "/..//", "/x/..//", "/%2e%2e//", "/./\\", "//\\", "/ /", "/\u00a0/",
  "/\u2028/", "?//", "#//", "@", ".", "..", "blob:https://", "ftp://", "file:///", "mailto:", "/api/../..//", "/;@", "/%5c%5c", "/\u202e//", "/x\\..\\..//",
]; // prettier-ignore
const wrappings = [(evil: string) => evil, (evil: string) => `${evil}?x=1`];

describe("where a sign-in ends", () => {
  const hostile = openings.flatMap((opening) => evils.flatMap((evil) => wrappings.map((wrap) => opening + wrap(evil))));

  it(`stays with us for ${hostile.length} hostile paths`, () => {
    expect(hostile.length).toBeGreaterThan(300);
    for (const path of hostile) expectOwn(cleanReturnPath(path));
  });

  it("stays with us for any text at all", () => {
    const soup = fc.string({
      unit: fc.constantFrom("/", "\\", ".", ":", "@", "#", "?", "%2f", "%5c", "\t", "e", "api"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(soup, fc.string(), fc.webUrl()), (text) => expectOwn(cleanReturnPath(text))),
      { numRuns: 5000 },
    );
  });

  it.each([
    ["/", "/"],
    ["/video/abc", "/video/abc"],
    ["/video/abc?t=90&a=1", "/video/abc?t=90&a=1"],
    ["/?q=caf%C3%A9", "/?q=caf%C3%A9"],
    ["/?problem=no-code", "/"],
    ["/api/user/logout", "/"],
    ["/%61pi/user/logout", "/"],
    ["", "/"],
    [`/${"x".repeat(2000)}`, "/"],
  ])("%j leads to %j", (given, expected) => expect(cleanReturnPath(given)).toBe(expected));
});

function expectOwn(path: string): void {
  const url = new URL(path, origin);
  expect(url.origin).toBe(origin);
  expect(path).toMatch(/^\/(?![/\\])/);
  expect(url.pathname.toLowerCase()).not.toMatch(/^\/api(\/|$)/);
  expect(cleanReturnPath(path)).toBe(path);
}
