import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findFault, type Machine } from "./checks.mjs";

/** A rented server as it should be. */
const good: Machine = {
  uid: 0,
  osRelease: 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n',
  checkout: "/root/stagedoor",
  exists: () => false,
  read: () => "",
  freeGb: () => 40,
  isPortFree: async () => true,
  lookUp: async () => ({ address: "192.0.2.1" }),
};
const readFile = (file: string) => readFileSync(file, "utf8");
const having = (...files: string[]) => ({ exists: (file: string) => files.includes(file) });
const failing = (code: string) => ({
  lookUp: () => Promise.reject(Object.assign(new Error(code), { code })),
});
const install = ["install", "--domain", "archive.example"];
const ubuntu = (version: string) => `PRETTY_NAME="Ubuntu ${version}"\nID=ubuntu\nVERSION_ID="${version}"\n`;

describe("before anything is changed on the machine", () => {
  it.each([
    ["Debian 12", good],
    ["Debian 13", { ...good, osRelease: "ID=debian\nVERSION_ID=13\n" }],
    ["Ubuntu 24.04", { ...good, osRelease: ubuntu("24.04") }],
  ])("nothing is wrong with %s", async (_name, machine) => {
    expect(await findFault(install, machine)).toBeUndefined();
  });

  it.each<[string, readonly string[], Partial<Machine>, string]>([
    ["another system", install, { osRelease: ubuntu("22.04") }, "This is Ubuntu 22.04."],
    ["no system that says its name", install, { osRelease: "" }, "This is an unknown system."],
    ["a person who is not root", install, { uid: 1000 }, "sudo npm run archive -- install"],
    ["a full disk", install, { freeGb: (folder) => (folder === "/var/lib" ? 0.5 : 40) }, "0.5 GB is free"],
    ["a used port", ["install"], { isPortFree: async (port) => port !== 8080 }, "Port 8080 is already in use"],
    ["the demo's used port", ["install"], { isPortFree: async (port) => port !== 8081 }, "Port 8081"],
    [
      "another web server",
      install,
      { isPortFree: async (port) => port !== 443 },
      "Port 443 is already in use, probably",
    ],
    ["a name that nobody knows", install, failing("ENOTFOUND"), "archive.example has no address in the DNS"],
    ["no DNS at all", install, failing("EAI_AGAIN"), "The DNS does not answer"],
    ["an archive in the checkout", install, having("/root/stagedoor/data/stagedoor.db"), "already an archive in /root"],
    ["an archive installed by hand", install, having("/opt/stagedoor/package.json"), "installed by hand"],
    ["an address instead of a name", ["install", "--domain", "https://a.b"], {}, "--domain must be a name"],
    ["a name that ends the line of a file", ["install", "--domain", "a.b\n{"], {}, "--domain must be a name"],
    ["a port that is none", ["install", "--port", "80"], {}, "--port must be a number from 1024"],
    ["an authority without https", [...install, "--acme-ca", "http://ca.test"], {}, "--acme-ca must be the https"],
    [
      "an authority that ends the line of a file",
      [...install, "--acme-ca", "https://a.b/ {\n"],
      {},
      "--acme-ca must be",
    ],
    ["an authority without a name", ["install", "--acme-ca", "https://ca.test/dir"], {}, "they need --domain"],
    [
      "a root certificate that is missing",
      [...install, "--acme-root", "/no/root.pem"],
      { read: readFile },
      "no file /no/root.pem",
    ],
    [
      "a root certificate that is a folder",
      [...install, "--acme-root", "/etc"],
      { read: readFile },
      "/etc cannot be read",
    ],
    [
      "a root certificate that is none",
      [...install, "--acme-root", "/etc/hostname"],
      {},
      "/etc/hostname is not a certificate",
    ],
    [
      "a person who is not root, with a package",
      install,
      { uid: 1000, checkout: "/usr/lib/stagedoor", ...having("/usr/lib/stagedoor/.release") },
      "Run it with sudo: sudo stagedoor install",
    ],
    ["a role that is none", [...install, "--role", "database"], {}, "--role is web or worker"],
    ["a role without a database", [...install, "--role", "web"], {}, "Name it with --database-url"],
    ["a database that is none", [...install, "--database-url", "10.0.0.5"], {}, "--database-url must be an address"],
    ["an unknown option", ["install", "--domian", "a.b"], {}, "--domian"],
    ["nothing to upgrade", ["upgrade"], {}, "No archive is installed"],
    ["nothing to uninstall", ["uninstall"], {}, "No archive is installed"],
  ])("%s is named in a sentence", async (_what, line, difference, sentence) => {
    expect(await findFault(line, { ...good, ...difference })).toContain(sentence);
  });

  it("what is known and wanted is no fault: a second run, a new archive beside the demo's, a dry run by anyone", async () => {
    const busy = { isPortFree: async () => false };
    expect(
      await findFault(install, { ...good, ...busy, ...having("/opt/stagedoor/current", "/etc/caddy/Caddyfile") }),
    ).toBeUndefined();
    const demo = { ...good, ...having("/root/stagedoor/data/stagedoor.db") };
    expect(await findFault([...install, "--new"], demo)).toBeUndefined();
    expect(await findFault([...install, "--dry-run"], { ...good, uid: 1000 })).toBeUndefined();
  });
});
