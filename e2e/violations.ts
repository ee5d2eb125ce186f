// After the journeys: what the page's policy blocked, in whichever of their windows, the browser has told the server.
import { readFileSync } from "node:fs";
import { journal } from "./stage.ts";

export default function requireNoViolations(): void {
  const lines = readFileSync(journal, "utf8").split("\n");
  const told = lines.filter((line) => line.includes("a browser blocked something on the page"));
  if (told.length > 0) throw new Error(`The page's policy was broken ${told.length} times: ${told.join("\n")}`);
}
