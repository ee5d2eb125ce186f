// The files of this repository, and what they import.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const everything = ["contract", "emulator", "server", "web", "scripts", "prove", "bench", "e2e"];

export function listAll(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/^(server|web)\/dist\//.test(file)),
  );
}

export interface Import {
  from: string;
  /** A path in this repository, or null for a package. */
  to: string | null;
  specifier: string;
}

/** Without what tests the product. */
export function listFiles(folders: string[]): string[] {
  return listAll(folders).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.(test|config)\.tsx?$/.test(file) &&
      !/^(server\/testing|server\/architecture|web\/testing)\//.test(file),
  );
}

export function readImports(from: string): Import[] {
  const text = readFileSync(from, "utf8");
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)import\s+"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;
  return [...text.matchAll(pattern)].map(([, named, bare, lazy]) => {
    const specifier = named ?? bare ?? lazy ?? "";
    return { from, to: /^[#.]/.test(specifier) ? resolve(from, specifier) : null, specifier };
  });
}

/** The path in this repository that an import means. */
export function resolve(from: string, specifier: string): string {
  return specifier.startsWith("#") ? specifier.slice(1) : path.join(path.dirname(from), specifier);
}
