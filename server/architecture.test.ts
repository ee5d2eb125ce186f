// The arrow, as a table: which room may import which. It is documentation that fails.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** A room is a folder, or a single file at the root of server/ or web/. Types count like values. */
const arrow: Record<string, readonly string[]> = {
  contract: [],
  emulator: [],
  // settings, config, refusal, keyring, parts, demo: what every room may know
  server: ["contract", "server/database", "server/media"],
  "server/database": ["contract", "server"],
  "server/media": ["contract", "server"],
  "server/queue": ["contract", "server", "server/database"],
  "server/access": ["contract", "server", "server/database"],
  "server/history": ["contract", "server", "server/database"],
  "server/library": ["contract", "server", "server/database", "server/media", "server/access", "server/history"],
  "server/member": ["contract", "server", "server/database", "server/queue", "server/access", "server/history"],
  "server/prepare": [...below(), "server/library"],
  "server/intake": [...below(), "server/library", "server/prepare"],
  "server/cleanup": [...below(), "server/library", "server/prepare"],
  "server/backup": [...below(), "server/library", "server/prepare", "server/cleanup"],
  "server/work": [...below(), ...["library", "prepare", "intake", "cleanup", "backup"].map((room) => `server/${room}`)],
  "server/http": [
    ...["contract", "server", "server/access", "server/history", "server/library", "server/media", "server/member"],
    ...["server/prepare", "server/intake", "server/cleanup", "server/work"],
  ],
  "server/main.ts": [
    ...below(),
    ...["library", "member", "prepare", "intake", "cleanup", "backup", "work", "http"].map((room) => `server/${room}`),
  ],
  "web/ui": ["contract", "web"],
  "web/library": ["contract", "web", "web/ui"],
  "web/player": ["contract", "web", "web/ui"],
  "web/member": ["contract", "web", "web/ui"],
  "web/studio": ["contract", "web", "web/ui"],
  "web/app": ["contract", "web", "web/ui", "web/library", "web/player", "web/member", "web/studio"],
  web: ["contract"],
  scripts: [
    ...["contract", "server", "server/database", "server/media", "server/library", "server/intake"],
    ...["server/cleanup", "server/backup"],
  ],
  // what judges the product: it may know all of it, and nothing of the product knows it
  prove: ["contract", "emulator", "scripts", "server/testing", "server/main.ts", ...rooms()],
  bench: ["contract", "emulator", "scripts", "server/testing", "server/main.ts", ...rooms()],
  e2e: ["contract", "emulator", "scripts", "server/testing", "server", "server/database", "server/media"],
};

function below(): string[] {
  const names = ["database", "media", "queue", "access", "history"];
  return ["contract", "server", ...names.map((name) => `server/${name}`)];
}

function rooms(): string[] {
  const names = ["library", "member", "prepare", "intake", "cleanup", "backup", "work", "http"];
  return [...below(), ...names.map((name) => `server/${name}`)];
}

/** Only this room changes this table; others call its functions, also inside of a transaction of their own. */
const owners: Record<string, string> = {
  asset: "server/library",
  library: "server/library",
  position: "server/library",
  recording: "server/library",
  video: "server/library",
  audit: "server/history",
  change: "server/history",
  job: "server/queue",
  retention: "server/cleanup",
  upload: "server/intake",
  file_check: "server/backup",
  file_finding: "server/backup",
  entitlement: "server/member",
  identity: "server/member",
  member: "server/member",
  provider_token: "server/member",
  secret_setting: "server/member",
  session: "server/member",
  sign_in_state: "server/member",
  webhook_seen: "server/member",
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
  const files = listFiles(["contract", "emulator", "server", "web", "scripts", "prove", "bench", "e2e"]);
  const imports = files.flatMap(readImports);

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
    const planted = [
      { from: "prove/bugs.ts", to: "prove/plant.ts", specifier: "./plant.ts" },
      { from: "prove/plant.ts", to: "prove/bugs.ts", specifier: "./bugs.ts" },
    ];
    expect(findCircle([...imports, ...planted])).toContain("prove/plant.ts");
  });

  it("keeps packages in their rooms", () => {
    const strayed = imports.filter(({ from, specifier }) => {
      const room = reserved[specifier];
      return room !== undefined && roomOf(from) !== room && !/^(emulator|prove|bench|e2e)\//.test(from);
    });
    expect(strayed).toEqual([]);
  });

  it("never climbs: no ../ in an import", () => {
    const product = imports.filter(({ from }) => /^(contract|emulator|server|web)\//.test(from));
    expect(product.filter(({ specifier }) => specifier.startsWith("../"))).toEqual([]);
  });

  it("keeps the schema library out of the page", () => {
    expect(imports.filter(({ from, specifier }) => from.startsWith("web/") && specifier === "zod")).toEqual([]);
  });
});

describe("a table has one owner", () => {
  const writes = listFiles(["server"]).flatMap((file) => findWrites(file, readFileSync(file, "utf8")));

  it("which alone changes it", () => {
    printWrites(writes);
    expect(findForeign(writes)).toEqual([]);
    expect([...new Set(writes.map(({ table }) => table))].toSorted()).toEqual(Object.keys(owners).toSorted());
  });

  it("fails on a planted foreign write", () => {
    const planted = 'await trx.updateTable("video").set({ hidden: true }).execute();\n  trx\n    .deleteFrom("job")';
    expect(findForeign(findWrites("server/cleanup/run.ts", planted))).toEqual([
      "server/cleanup/run.ts changes video, which is server/library's",
      "server/cleanup/run.ts changes job, which is server/queue's",
    ]);
  });
});

interface Write {
  file: string;
  table: string;
}

function findWrites(file: string, text: string): Write[] {
  // migrations make the tables
  if (file.startsWith("server/database/")) return [];
  const calls = text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*"(\w+)/g);
  return [...calls].map(([, table = ""]) => ({ file, table }));
}

function findForeign(writes: readonly Write[]): string[] {
  return writes
    .filter(({ file, table }) => owners[table] !== roomOf(file))
    .map(({ file, table }) => `${file} changes ${table}, which is ${owners[table] ?? "nobody"}'s`);
}

function printWrites(writes: readonly Write[]): void {
  const rows = Map.groupBy(writes, ({ table }) => table);
  const lines = [...rows].map(([table, list]) => {
    const places = Map.groupBy(list, ({ file }) => roomOf(file));
    return `  ${table.padEnd(16)} ${[...places].map(([room, found]) => `${room} ${found.length}`).join(", ")}`;
  });
  console.log(`Which room changes which table, and in how many places:\n${lines.toSorted().join("\n")}`);
}

describe("an export", () => {
  const folders = ["contract", "emulator", "server", "web", "scripts", "prove", "bench", "e2e", "deploy"];
  const files = [...listAll(folders), "playwright.config.ts", "vitest.config.ts"].filter((file) =>
    /\.(tsx?|mjs)$/.test(file),
  );

  it("is imported somewhere else: what is not stays inside of its file", () => {
    expect(findUnused(files.map((file) => ({ file, text: readFileSync(file, "utf8") })))).toEqual([]);
  });

  it("that nobody imports is found", () => {
    const text = "export const used = 1;\nexport interface Lonely {}\nexport async function lost() {}\n";
    const found = findUnused([
      { file: "server/a.ts", text },
      { file: "server/b.ts", text: 'import { used } from "./a.ts";\n' },
    ]);
    expect(found).toEqual(["server/a.ts exports Lonely", "server/a.ts exports lost"]);
  });
});

/** These take the place of a library's modules, by the names of that library. */
const replacements = ["web/lean-hls-parts.ts"];

function findUnused(sources: readonly { file: string; text: string }[]): string[] {
  const used = new Set<string>();
  for (const { file, text } of sources) {
    const named = text.matchAll(/(?:import|export)\s+(?:type\s+)?([^;"]*?)\s*from\s+"([^"]+)"/g);
    for (const [, names = "", specifier = ""] of named)
      for (const name of names.replaceAll(/[{}]/g, ",").split(",")) {
        const [first = ""] = name
          .trim()
          .replace(/^type /, "")
          .split(" as ");
        used.add(`${resolve(file, specifier)} ${first.trim()}`);
      }
    for (const [, specifier = ""] of text.matchAll(/import\(\s*"([^"]+)"\s*\)/g))
      used.add(`${resolve(file, specifier)} *`);
  }
  return sources
    .filter(({ file }) => !used.has(`${file} *`) && !replacements.includes(file))
    .flatMap(({ file, text }) => {
      const own = text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm);
      return [...own].flatMap(([, name]) => (used.has(`${file} ${name}`) ? [] : [`${file} exports ${name}`]));
    });
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith("#") ? specifier.slice(1) : path.join(path.dirname(from), specifier);
}

describe("a folder", () => {
  it("of the product has at most 25 files: what is more gets rooms of its own", () => {
    const folders = Map.groupBy(listAll(["contract", "server", "web"]), (file) => path.dirname(file));
    const full = [...folders].filter(([, files]) => files.length > 25).map(([folder, files]) => [folder, files.length]);
    expect(full).toEqual([]);
  });
});

function listAll(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !file.startsWith("web/dist/")),
  );
}

interface Import {
  from: string;
  /** A path in this repository, or null for a package. */
  to: string | null;
  specifier: string;
}

/** Without what tests the product beside it. */
function listFiles(folders: string[]): string[] {
  return listAll(folders).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.(test|config)\.tsx?$/.test(file) && !/^(server\/testing|web\/testing)\//.test(file),
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
