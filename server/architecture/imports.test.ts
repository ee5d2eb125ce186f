// Imports go one way, and the table of rooms names no import that is not there.
import { describe, expect, it } from "vitest";
import { mayImport, readImported, roomOf, rooms } from "./rooms.ts";
import { everything, listFiles, readImports, type Import } from "./sources.ts";

/** Only this room may import these packages. */
const reserved: Record<string, string> = {
  fastify: "server/http",
  "@fastify/static": "server/http",
  "@aws-sdk/client-s3": "server/media",
  "@aws-sdk/s3-request-presigner": "server/media",
  "openid-client": "server/member",
  nodemailer: "server/notices",
  "web-push": "server/notices",
  pg: "server/database",
  "node:sqlite": "server/database",
};

describe("imports", () => {
  const imports = listFiles(everything).flatMap(readImports);

  it("go only where the table of rooms allows it", () => {
    expect(findWrong(imports)).toEqual([]);
  });

  it("are all used that the table of rooms allows", () => {
    const used = new Set(imports.map(({ from, to }) => `${roomOf(from)} -> ${roomOf(to ?? "")}`));
    const listed = Object.keys(rooms).flatMap((room) => readImported(room).map((other) => `${room} -> ${other}`));
    expect(listed.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it("that are wrong are found when they are planted", () => {
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

  it("of some packages stay in one room", () => {
    const strayed = imports.filter(({ from, specifier }) => {
      const room = reserved[specifier];
      return room !== undefined && roomOf(from) !== room && !/^(emulator|prove|bench|e2e)\//.test(from);
    });
    expect(strayed).toEqual([]);
  });

  it("never climb with ../", () => {
    const product = imports.filter(({ from }) => /^(contract|emulator|server|web)\//.test(from));
    expect(product.filter(({ specifier }) => specifier.startsWith("../"))).toEqual([]);
  });

  it("of the schema library are not part of the page", () => {
    expect(imports.filter(({ from, specifier }) => from.startsWith("web/") && specifier === "zod")).toEqual([]);
  });
});

function findWrong(imports: Import[]): string[] {
  return imports
    .filter(({ from, to }) => {
      if (to === null) return false;
      const [source, target] = [roomOf(from), roomOf(to)];
      return source !== target && !mayImport(source, target);
    })
    .map(({ from, specifier }) => `${from} must not import ${specifier}`);
}
