// Tests have no container engine, so the files are only read, and everything they name must exist.
// `node scripts/try-image.ts` runs the commands of the Dockerfile.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { builtServer } from "#scripts/built.ts";
import { settings } from "#server/settings.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (name: string) => readFileSync(`${root}deploy/${name}`, "utf8");
const isSetting = (name: string) =>
  Object.hasOwn(settings, name.replace(/_FILE$/, "")) || Object.hasOwn(settings, name);

interface Service {
  build?: { dockerfile: string };
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  secrets?: string[];
  security_opt?: string[];
  depends_on?: string[] | Record<string, unknown>;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets?: Record<string, unknown>;
}

describe("the Dockerfile", () => {
  const lines = read("Dockerfile")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  const argumentsOf = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));

  it("copies only files that exist, and starts a program that exists", () => {
    const sources = argumentsOf("COPY")
      .filter((rest) => !rest.startsWith("--from"))
      .flatMap((rest) => rest.split(" ").slice(0, -1));
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) expect([source, existsSync(root + source)]).toEqual([source, true]);
    const [start] = argumentsOf("ENTRYPOINT").map((rest) => JSON.parse(rest) as string[]);
    expect(start).toEqual(["node_modules/.bin/node", builtServer]);
  });

  it("uses only settings that exist, does not run as root, and keeps /data", () => {
    const names = argumentsOf("ENV").flatMap((rest) => rest.split(" ").map((pair) => pair.split("=")[0] ?? ""));
    expect(names.filter((name) => name !== "NODE_ENV" && !isSetting(name))).toEqual([]);
    expect(argumentsOf("USER")).toEqual(["node"]);
    expect(argumentsOf("VOLUME")).toEqual(["/data"]);
  });
});

describe.each(["compose.yaml", "compose.scaled.yaml"])("%s", (name) => {
  const compose = parse(read(name), { merge: true }) as Compose;

  it("names only settings, secrets, volumes and services that exist", () => {
    for (const service of Object.values(compose.services)) {
      if (service.build) {
        expect(existsSync(root + service.build.dockerfile)).toBe(true);
        expect(Object.keys(service.environment ?? {}).filter((key) => !isSetting(key))).toEqual([]);
      } else expect(service.image).toMatch(/:\d/);
      for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
      for (const volume of service.volumes ?? []) {
        const [source = ""] = volume.split(":");
        if (!source.startsWith(".")) expect(compose.volumes).toHaveProperty(source);
      }
      const needs = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
      for (const other of needs) expect(compose.services).toHaveProperty(other);
    }
  });

  it("allows the sandbox in every server: web servers open uploads, too", () => {
    const ours = Object.entries(compose.services).filter(([, { build }]) => build);
    expect(ours).not.toEqual([]);
    const allowed = ["seccomp=unconfined", "apparmor=unconfined"];
    for (const [service, { security_opt }] of ours) expect([service, security_opt]).toEqual([service, allowed]);
  });
});

it("in compose.yaml Caddy uses the shipped file, and of the archive it sees the recordings only", () => {
  const { services } = parse(read("compose.yaml")) as Compose;
  const proxy = services["proxy"];
  expect(proxy?.volumes?.filter((volume) => !volume.startsWith("certificates:"))).toEqual([
    "./caddy/stagedoor.caddyfile:/stagedoor.caddyfile:ro",
    "media:/media:ro",
  ]);
  const [script = ""] = proxy?.command ?? [];
  const [line = ""] = script
    .replaceAll("$$", "$")
    .replaceAll("/stagedoor.caddyfile", `${root}deploy/caddy/stagedoor.caddyfile`)
    .split(" > ");
  const site = execFileSync("sh", ["-ec", line], {
    env: { PATH: process.env["PATH"], DOMAIN: "music.test" },
  }).toString();
  for (const part of ["\nmusic.test {\n", "reverse_proxy archive:8080 {", "root * /media\n"])
    expect(site).toContain(part);
});

it("the image has the command line, and a folder for backups", () => {
  expect(read("Dockerfile")).toContain("ln -s /app/scripts/stagedoor /usr/local/bin/stagedoor");
  expect(read("Dockerfile")).toMatch(/install -d -o node .* \/backups$/m);
  expect(statSync(`${root}scripts/stagedoor`).mode & 0o111).toBe(0o111);
});

it.each(["stagedoor.service", "stagedoor-backup.service"])(
  "%s reads the settings file, and does not run as root",
  (name) => {
    const unit = read(`systemd/${name}`);
    expect(unit).toMatch(/^User=stagedoor$/m);
    expect(unit).toMatch(/^Environment=NODE_ENV=production SETTINGS_FILE=\/etc\/stagedoor\/settings\.env$/m);
    expect(unit).toMatch(
      /^ExecStart=(\/opt\/stagedoor\/current\/node_modules\/\.bin\/node server\/dist\/main\.js|\/usr\/local\/bin\/stagedoor backup)$/m,
    );
    for (const wall of ["NoNewPrivileges=yes", "PrivateTmp=yes", "CapabilityBoundingSet="])
      expect(unit.split("\n")).toContain(wall);
  },
);

it("the service of one role is the whole one, with its role", () => {
  const list = (name: string) =>
    read(`systemd/${name}`)
      .split("\n")
      .filter((line) => !/^(#|Description=)/.test(line));
  const whole = list("stagedoor.service").map((line) => (line.startsWith("ExecStart=") ? `${line} --role=%i` : line));
  expect(list("stagedoor@.service")).toEqual(whole);
});

it("the service restricts nothing that bubblewrap needs: namespaces, and system calls such as openat2 and mount", () => {
  const unit = read("systemd/stagedoor.service");
  const set = unit.split("\n").filter((line) => !line.startsWith("#"));
  const forbidden = [
    "RestrictSUIDSGID",
    "RestrictNamespaces",
    "SystemCallFilter",
    "ProtectKernelTunables",
    "ProtectProc",
  ];
  for (const name of forbidden) expect(set.filter((line) => line.startsWith(`${name}=`))).toEqual([]);
});

it("the image of a release runs as a user of its own, with settings that exist, and Debian's scripts can be read by sh", () => {
  const image = read("Dockerfile.release");
  const names = [.../^ENV (.*)$/m.exec(image)![1]!.matchAll(/(\w+)=/g)].map(([, name = ""]) => name);
  expect(names.filter((name) => name !== "NODE_ENV" && !isSetting(name))).toEqual([]);
  expect(image).toMatch(/^USER stagedoor$/m);
  expect(image).toContain(`ENTRYPOINT ["node_modules/.bin/node", "${builtServer}"]`);
  for (const script of ["postinst", "prerm"]) execFileSync("sh", ["-n", `${root}deploy/debian/${script}`]);
});

it("nginx accepts the largest part of an upload, and not much more", () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read("nginx/locations.conf")) ?? [];
  expect(Number(megabytes)).toBe(17);
});
