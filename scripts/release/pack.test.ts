// What npm run release makes of a program: the same bytes each time, with the licences of all that is in it.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { listLicences } from "./licences.ts";
import { pack } from "./pack.ts";

const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-release-"));
afterAll(() => rmSync(folder, { recursive: true }));

const files: Record<string, string> = {
  "package.json": '{"version":"1.2.3"}',
  LICENSE: "Our licence.\n",
  "scripts/stagedoor": "#!/bin/sh\n",
  "server/dist/main.js": "// server\n".repeat(2000),
  "node_modules/one/package.json": '{"version":"4.5.6","license":"MIT"}',
  "node_modules/one/LICENSE": "The licence of one.",
  "node_modules/one/node_modules/@scope/two/package.json": '{"version":"7.8.9","license":"ISC"}',
  "node_modules/one/node_modules/@scope/two/NOTICE.md": "The notice of two.",
};

/** As if it were cloned and built by somebody else at another time. */
function build(who: string, { mode, time, names }: { mode: number; time: number; names: readonly string[] }) {
  const program = path.join(folder, who, "stagedoor-1.2.3");
  for (const name of names) {
    const place = path.join(program, name);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, files[name] ?? "");
    chmodSync(place, name === "scripts/stagedoor" ? mode | 0o100 : mode);
    utimesSync(place, time, time);
  }
  writeFileSync(path.join(program, "LICENSES.txt"), listLicences(program));
  const out = path.join(folder, who, "out");
  mkdirSync(out);
  const made = pack({ program, version: "1.2.3", machine: "arm64", seconds: 1_790_000_000, out });
  return made.map((name) => path.join(out, name));
}

it("two builds of the same files are the same bytes, whoever makes them and when", () => {
  const names = Object.keys(files);
  const [one, other] = [
    build("one", { mode: 0o644, time: 1_700_000_000, names }),
    build("other", { mode: 0o600, time: 1_780_000_000, names: names.toReversed() }),
  ];
  expect(one.map((file) => path.basename(file))).toEqual([
    "stagedoor-1.2.3-linux-arm64.tar.gz",
    "stagedoor_1.2.3_arm64.deb",
  ]);
  for (const [n, file] of one.entries()) expect(readFileSync(other[n] ?? "").equals(readFileSync(file))).toBe(true);

  const [tarball = "", deb = ""] = one;
  const print = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: "utf8" });
  expect(print("tar", "-tvzf", tarball)).toMatch(/^-rwxr-xr-x 0\/0 .* stagedoor-1\.2\.3\/scripts\/stagedoor$/m);
  expect(print("dpkg-deb", "--field", deb, "Architecture", "Depends")).toMatch(/arm64[\s\S]*bubblewrap.*ffmpeg/);
  const list = print("dpkg-deb", "--contents", deb);
  for (const name of ["usr/bin/stagedoor -> ../lib/stagedoor/scripts/stagedoor", "usr/share/man/man8/stagedoor.8.gz"])
    expect(list).toContain(name);
  const manual = print(
    "sh",
    "-c",
    `dpkg-deb --fsys-tarfile ${deb} | tar -xO ./usr/share/man/man8/stagedoor.8.gz | gunzip`,
  );
  for (const part of [".SS install", "\\-\\-domain", ".SS restore"]) expect(manual).toContain(part);
  const copyright = print("sh", "-c", `dpkg-deb --fsys-tarfile ${deb} | tar -xO ./usr/share/doc/stagedoor/copyright`);
  expect(copyright.split(/\n-{100}\n/).map((text) => text.trim())).toEqual([
    "Stagedoor 1.2.3\n\nOur licence.",
    "one 4.5.6 (MIT)\n\nThe licence of one.",
    "one/@scope/two 7.8.9 (ISC)\n\nThe notice of two.",
  ]);
});
