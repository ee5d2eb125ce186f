import { expect, it } from "vitest";
import { readCookie } from "./cookies.ts";

const cookie = { name: "session", options: {} };

it.each([
  [undefined, undefined],
  ["", undefined],
  ["session=abc", "abc"],
  ["other=1; session=abc; auth=2", "abc"],
  ["other=1;session=abc", "abc"],
  ["  session=abc  ", "abc"],
  ["session=", ""],
  ["session=first; session=second", "first"],
  ["mysession=abc", undefined],
  ["sessions=abc", undefined],
  ["session", undefined],
  ["session; session=abc", "abc"],
  ["other=session=abc", undefined],
  [";;session=a=b", "a=b"],
  ["Session=abc", undefined],
])("of %j the session's cookie is %j", (header, value) => expect(readCookie(cookie, header)).toBe(value));
