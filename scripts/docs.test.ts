import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { commands as archiveCommands } from "./commands.mjs";
import { fillTable, tables } from "./tables.ts";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "emulator/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
].filter((file) => file.endsWith(".md"));
/** Named in the documents, but made at run time or kept by the reader. */
const madeLater = [
  /^\.env$/,
  /^data\//,
  /^secrets\//,
  /^stagedoor\.db$/,
  /^node_modules\b/,
  /^(server|web)\/dist\b/,
  /^show[._]/,
];

describe("the documents", () => {
  it.each(documents)("%s names only paths and commands that exist", (file) => {
    expect(findBroken(readFileSync(file, "utf8"), path.dirname(file))).toEqual([]);
  });

  it("are checked: a planted wrong path, link or command is found", () => {
    const planted =
      "See `server/nowhere.ts`, [this](nowhere.md), `npm run nothing`, `npm run archive -- nothing` and `sudo stagedoor nowhere`.";
    expect(findBroken(planted, ".")).toEqual([
      "server/nowhere.ts",
      "nowhere.md",
      "npm run nothing",
      "npm run archive -- nothing",
      "stagedoor nowhere",
    ]);
  });

  it.each(tables)("have the table of $name as the program has it (else run: node scripts/tables.ts)", async (table) => {
    expect(readFileSync(table.file, "utf8")).toBe(await fillTable(table));
  });

  it("decisions say when they were made and whether they still hold", () => {
    const names = readdirSync("docs/decisions");
    const lines = names.map((name) => readFileSync(`docs/decisions/${name}`, "utf8").split("\n")[2] ?? "");
    expect(lines.filter((line) => !/^\d{4}-\d\d-\d\d\. (Kept|Replaced by \d{3})[.;]/.test(line))).toEqual([]);
  });

  it("decisions are numbered without a gap", () => {
    const numbers = readdirSync("docs/decisions").map((name) => Number(name.slice(0, 3)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

function findBroken(text: string, folder: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const blocks = [...text.matchAll(/```\n([\s\S]*?)```/g)].flatMap(([, block = ""]) => block.split("\n"));
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
  const paths = spans.filter((span) => isPath(span) && !madeLater.some((pattern) => pattern.test(span)));
  const commands = [...spans, ...blocks].flatMap(
    (line) => line.match(/npm (start|test|run [\w:-]+( -- [a-z-]+)?)/)?.[0] ?? [],
  );
  const installed = [...spans, ...blocks].flatMap((line) => line.match(/(?:^|sudo )stagedoor ([a-z-]+)/)?.[1] ?? []);
  return [
    ...paths.filter((name) => !existsSync(name) && !existsSync(path.join(folder, name))),
    ...links.filter((link) => !existsSync(path.join(folder, link))),
    ...commands.filter((command) => !isCommand(command)),
    ...installed.filter((name) => !Object.hasOwn(archiveCommands, name)).map((name) => `stagedoor ${name}`),
  ];
}

function isPath(span: string): boolean {
  if (/[\s:<>{}*…|=]/.test(span) || /^[/#@]/.test(span)) return false;
  const [first = ""] = span.split("/");
  const isListed = readdirSync(".").includes(first) || /^(server|web|contract|docs|scripts)$/.test(first);
  return (span.includes("/") && isListed) || /^[\w-]+\.(md|ts|mjs|json)$/.test(span);
}

function isCommand(command: string): boolean {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const [, second = "", third = "", , argument] = command.split(" ");
  if (second !== "run") return second in scripts;
  if (third === "archive" && argument)
    return new RegExp(`^  "?${argument}"?: [\\w{(]`, "m").test(readFileSync("scripts/archive.ts", "utf8"));
  return third in scripts;
}
