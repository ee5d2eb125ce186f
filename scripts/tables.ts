// node scripts/tables.ts: writes the tables that the documents have from the program, each between its two marks.
import { readFileSync, writeFileSync } from "node:fs";
import { rooms } from "#server/architecture/rooms.ts";
import { settingNames, settings } from "#server/settings.ts";
import { listFaults } from "./faults.ts";

interface Table {
  file: string;
  name: string;
  lines: () => Promise<string[]>;
}

export const tables: readonly Table[] = [
  { file: "docs/faults.md", name: "faults", lines: writeFaults },
  { file: "docs/settings.md", name: "settings", lines: writeSettings },
  { file: "docs/map.md", name: "rooms", lines: writeRooms },
];

/** The document with this table as the program has it now. */
export async function fillTable({ file, name, lines }: Table): Promise<string> {
  const text = readFileSync(file, "utf8");
  const [first, last] = [`<!-- ${name}: made by scripts/tables.ts -->\n`, `<!-- end of ${name} -->`];
  const [begin, end] = [text.indexOf(first), text.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`${file} has lost the marks of its table of ${name}.`);
  return text.slice(0, begin + first.length) + (await lines()).join("\n") + "\n" + text.slice(end);
}

async function writeFaults(): Promise<string[]> {
  const rows = (await listFaults()).map(({ when, sentence }) => `| ${when} | ${sentence.replaceAll("\n", " ")} |`);
  return ["| what is wrong | what you read |", "|---|---|", ...rows];
}

async function writeSettings(): Promise<string[]> {
  const rows = settingNames.map((name) => {
    const { fallback, meaning, secret } = settings[name];
    return `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ""} | ${meaning}${secret ? " Secret." : ""} |`;
  });
  return ["| setting | default | meaning |", "|---|---|---|", ...rows];
}

async function writeRooms(): Promise<string[]> {
  const rows = Object.entries(rooms).map(([name, { purpose, imports }]) => {
    const path = name.endsWith(".ts") ? name : `${name}/`;
    return `| \`${path}\` | ${purpose} | ${imports.split(" ").join(", ")} |`;
  });
  return ["| folder | what it is for | imports |", "|---|---|---|", ...rows];
}

if (import.meta.main) for (const table of tables) writeFileSync(table.file, await fillTable(table));
