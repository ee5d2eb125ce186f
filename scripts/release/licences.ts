// The licences of everything that is in a release: ours, and of each package its name, its version and the text that came with it.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export function listLicences(program: string): string {
  const { version } = JSON.parse(readFileSync(path.join(program, "package.json"), "utf8")) as { version: string };
  const own = `Stagedoor ${version}\n\n${readFileSync(path.join(program, "LICENSE"), "utf8")}`;
  const others = globSync(
    [
      "node_modules/*/package.json",
      "node_modules/@*/*/package.json",
      "node_modules/**/node_modules/*/package.json",
      "node_modules/**/node_modules/@*/*/package.json",
    ],
    {
      cwd: program,
    },
  );
  const folders = [...new Set(others.map((file) => path.dirname(file)))].toSorted();
  const texts = folders.map((folder) => describe(path.join(program, folder), folder));
  return `${[own, ...texts].join(`\n\n${"-".repeat(100)}\n\n`)}\n`;
}

function describe(folder: string, name: string): string {
  const { version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    version: string;
    license?: string;
  };
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && existsSync(path.join(folder, file)))
    .toSorted();
  const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").trim());
  return [`${name.replaceAll("node_modules/", "")} ${version} (${license ?? "see below"})`, ...texts].join("\n\n");
}
