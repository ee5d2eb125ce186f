// The arrow, as a table: which room may import which. It is documentation that fails.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** A room is a folder, or a single file at the root of server/ or web/. Types count like values. */
const arrow: Record<string, readonly string[]> = {
  contract: [],
  emulator: [],
  "server/database": ["contract", "server"],
  "server/queue": ["contract", "server", "server/database"],
  "server/access": ["contract", "server", "server/database"],
  "server/library": ["contract", "server", "server/database", "server/access"],
  "server/media": ["contract", "server"],
  "server/archive": [
    "contract",
    "server",
    "server/database",
    "server/access",
    "server/library",
    "server/media",
    "server/queue",
  ],
  "server/member": ["contract", "server", "server/database", "server/queue", "server/access"],
  "server/http": [
    "contract",
    "server",
    "server/access",
    "server/archive",
    "server/library",
    "server/media",
    "server/member",
  ],
  // settings, config, refusal, keyring, parts, demo: what every room may know
  server: ["contract", "server/database", "server/media"],
  "server/main.ts": [
    "contract",
    "server",
    "server/archive",
    "server/database",
    "server/http",
    "server/library",
    "server/media",
    "server/member",
    "server/queue",
  ],
  "web/ui": ["contract", "web"],
  "web/library": ["contract", "web", "web/ui"],
  "web/player": ["contract", "web", "web/ui"],
  "web/member": ["contract", "web", "web/ui"],
  "web/studio": ["contract", "web", "web/ui"],
  "web/app": ["contract", "web", "web/ui", "web/library", "web/player", "web/member", "web/studio"],
  web: ["contract"],
  scripts: ["contract", "server", "server/archive", "server/database", "server/library", "server/media"],
};

/** Only this room may import these packages. */
const reserved: Record<string, string> = {
  fastify: "server/http",
  "@fastify/static": "server/http",
  "@aws-sdk/client-s3": "server/media",
  "@aws-sdk/s3-request-presigner": "server/media",
  "openid-client": "server/member",
  pg: "server/database",
  "node:sqlite": "server/database",
};

describe("the arrow", () => {
  const imports = listFiles(["contract", "emulator", "server", "web", "scripts"]).flatMap(readImports);

  it("holds for every import", () => {
    printTable(imports);
    expect(findWrong(imports)).toEqual([]);
  });

  it("fails on a planted wrong import", () => {
    const planted = { from: "server/library/list.ts", to: "server/http/app.ts", specifier: "#server/http/app.ts" };
    const upward = {
      from: "server/access/permission.ts",
      to: "server/member/current.ts",
      specifier: "#server/member/current.ts",
    };
    const across = {
      from: "web/library/home.tsx",
      to: "web/player/page/page.tsx",
      specifier: "#web/player/page/page.tsx",
    };
    expect(findWrong([planted, upward, across])).toHaveLength(3);
  });

  it("has no circles", () => {
    expect(findCircle(imports)).toBeUndefined();
    const circle = ["a.ts", "b.ts", "c.ts"].map((from, index, all) => ({
      from,
      to: all[(index + 1) % 3] ?? "",
      specifier: "",
    }));
    expect(findCircle(circle)).toHaveLength(4);
  });

  it("keeps packages in their rooms", () => {
    const strayed = imports.filter(({ from, specifier }) => {
      const room = reserved[specifier];
      return room !== undefined && roomOf(from) !== room && !from.startsWith("emulator/");
    });
    expect(strayed).toEqual([]);
  });

  it("never climbs: no ../ in an import", () => {
    expect(imports.filter(({ specifier }) => specifier.startsWith("../"))).toEqual([]);
  });

  it("keeps the schema library out of the page", () => {
    expect(imports.filter(({ from, specifier }) => from.startsWith("web/") && specifier === "zod")).toEqual([]);
  });
});

interface Import {
  from: string;
  /** A path in this repository, or null for a package. */
  to: string | null;
  specifier: string;
}

function listFiles(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !/^(server\/testing|web\/dist|web\/testing)\//.test(file) && !file.endsWith(".config.ts")),
  );
}

function readImports(from: string): Import[] {
  const text = readFileSync(from, "utf8");
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)import\s+"([^"]+)"|import\(\s*"([^"]+)"\s*\)/g;
  return [...text.matchAll(pattern)].map(([, named, bare, lazy]) => {
    const specifier = named ?? bare ?? lazy ?? "";
    const to = specifier.startsWith("#")
      ? specifier.slice(1)
      : specifier.startsWith(".")
        ? path.join(path.dirname(from), specifier)
        : null;
    return { from, to, specifier };
  });
}

function roomOf(file: string): string {
  if (arrow[file]) return file;
  const [top = "", second = ""] = file.split("/");
  return (top === "server" || top === "web") && !second.includes(".") ? `${top}/${second}` : top;
}

function findWrong(imports: Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      if (to === null) return false;
      const [source, target] = [roomOf(from), roomOf(to)];
      return source !== target && !(arrow[source] ?? []).includes(target);
    })
    .map(({ from, specifier }) => `${from} must not import ${specifier}`);
}

function findCircle(imports: Import[]): string[] | undefined {
  const next = Map.groupBy(
    imports.filter(({ to }) => to !== null),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const walk = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { to } of next.get(file) ?? []) {
      const circle = walk(to ?? "", [...trail, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of next.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return undefined;
}

function printTable(imports: Import[]): void {
  const rows = Map.groupBy(
    imports.filter(({ to }) => to !== null),
    ({ from }) => roomOf(from),
  );
  const lines = [...rows].map(([room, list]) => {
    const targets = new Set(list.map(({ to }) => roomOf(to ?? "")).filter((target) => target !== room));
    return `  ${room.padEnd(18)} -> ${[...targets].toSorted().join(", ") || "nothing of ours"}`;
  });
  console.log(`The arrow as it stands:\n${lines.toSorted().join("\n")}`);
}
