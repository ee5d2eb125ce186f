// Tables as spreadsheets read and write them: with commas, semicolons or tabs, in UTF-8 or UTF-16. Pure.
import { decodeText } from "#server/intake/reading/decode-text.ts";

/** Writes the mark that makes spreadsheets read UTF-8, and line ends that all of them know. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
}

/** A cell that begins like a formula would be run by a spreadsheet: an apostrophe makes it text. */
function writeCell(text: string): string {
  const safe = /^['=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function readCell(text: string): string {
  return /^'['=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

export function readCsv(bytes: Buffer): string[][] {
  const text = decodeText(bytes);
  const separator = findSeparator(text);
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], "", false];
  const endCell = () => {
    row.push(readCell(cell));
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one !== "")) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
    else if (isQuoted) cell += letter;
    else if (letter === separator) endCell();
    else if (letter === "\n" || letter === "\r") {
      if (letter === "\r" && text[at + 1] === "\n") at += 1;
      endRow();
    } else cell += letter;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}

/** Spreadsheets of some languages write semicolons. The first line has only names of columns. */
function findSeparator(text: string): string {
  const [first = ""] = text.split(/[\r\n]/, 1);
  const count = (sign: string) => first.split(sign).length;
  return [",", ";", "\t"].toSorted((a, b) => count(b) - count(a))[0] ?? ",";
}
