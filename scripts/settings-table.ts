// node scripts/settings-table.ts: writes the table of settings into docs/hosting.md, between its two marks.
import { readFileSync, writeFileSync } from "node:fs";
import { settingNames, settings } from "#server/settings.ts";

export const hostingFile = "docs/hosting.md";
const marks = ["<!-- settings: made by scripts/settings-table.ts -->", "<!-- end of settings -->"] as const;

export function withSettingsTable(text: string): string {
  const [begin, end] = [text.indexOf(marks[0]), text.indexOf(marks[1])];
  if (begin < 0 || end < begin) throw new Error(`${hostingFile} has lost the marks of its table.`);
  const rows = settingNames.map((name) => {
    const { fallback, meaning, secret } = settings[name];
    return `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ""} | ${meaning}${secret ? " Secret." : ""} |`;
  });
  const table = ["| setting | default | meaning |", "|---|---|---|", ...rows].join("\n");
  return `${text.slice(0, begin)}${marks[0]}\n${table}\n${text.slice(end)}`;
}

if (import.meta.main) writeFileSync(hostingFile, withSettingsTable(readFileSync(hostingFile, "utf8")));
