// What the content security policy asks of index.html, in the source and as built.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const files = ["index.html", "dist/index.html"]
  .map((name) => path.join(import.meta.dirname, name))
  .filter((file) => existsSync(file));

test.each(files)("%s has the place for the nonce, and nothing inline", (file) => {
  const html = readFileSync(file, "utf8");
  expect(html.match(/__CSP_NONCE__/g)).toHaveLength(1);
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
  for (const [tag] of html.matchAll(/<script[^>]*>/g)) expect(tag).toMatch(/\ssrc="\//);
});
