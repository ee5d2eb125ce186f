import { expect, test } from "vitest";
import { askAtHome, findWayBack } from "./way-back.ts";

const back = (text: string) => findWayBack(new URLSearchParams({ back: text }));

test("the address of a recording, with its time, is kept while logging in", () => {
  const address = askAtHome({ pathname: "/video/abc", search: "?t=12&a=1&b=2" });
  expect(address).toBe("/?back=%2Fvideo%2Fabc%3Ft%3D12%26a%3D1%26b%3D2");
  expect(findWayBack(new URL(address, "http://archive.invalid").searchParams)).toBe("/video/abc?t=12&a=1&b=2");
});

test("only the address of a recording is accepted", () => {
  for (const text of [
    "",
    "/",
    "/404",
    "//evil.invalid/video/a",
    "https://evil.invalid/video/a",
    "/video/",
    "/video/a/b",
    "/video/../api/user/logout",
    "/video/a\\b",
    "javascript:alert(1)",
  ]) {
    expect(back(text)).toBeUndefined();
  }
});
