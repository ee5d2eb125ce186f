// After the browser tests: fails if any page violated its Content Security Policy, which browsers report to the server.
import { readFileSync } from "node:fs";
import { journal } from "./stage.ts";

export default function requireNoViolations(): void {
  const lines = readFileSync(journal, "utf8").split("\n");
  const told = lines.filter((line) => line.includes("a browser blocked something on the page"));
  if (told.length > 0)
    throw new Error(`The page's Content Security Policy was violated ${told.length} times: ${told.join("\n")}`);
}
