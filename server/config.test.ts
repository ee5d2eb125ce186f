import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { describeSettings, readConfig, readEnvironment } from "./config.ts";
import { keyringFrom, openKeyring } from "./keyring.ts";
import { Refusal } from "./refusal.ts";

const patreon = {
  PATREON_CLIENT_ID: "id",
  PATREON_CLIENT_SECRET: "secret",
  PATREON_CAMPAIGN_ID: "1",
  PATREON_TIER_IDS: "2, 3",
  PUBLIC_URL: "https://archive.example/",
};

describe("settings", () => {
  it("need none: without a provider the archive is a demo on this machine", () => {
    expect(readConfig({})).toMatchObject({
      demo: true,
      publicUrl: "http://localhost:8080",
      host: "127.0.0.1",
      patreon: null,
    });
  });

  it("are read and frozen", () => {
    const config = readConfig(patreon);
    expect(config).toMatchObject({
      demo: false,
      publicUrl: "https://archive.example",
      isHttps: true,
      patreon: { tierIds: ["2", "3"] },
    });
    expect(config.patreon?.redirectUri).toBe("https://archive.example/api/auth/patreon/redirect");
    expect(Object.isFrozen(config)).toBe(true);
  });

  it("report everything that is wrong at once, each by name", () => {
    const wrong = {
      ...patreon,
      PORT: "eighty",
      PATREON_TIER_IDS: "",
      OWNERS: "me",
      GRACE_HOURS: "0",
      TRUSTED_PROXIES: "10.0.0.0/33",
    };
    const names = ["PORT", "PATREON_TIER_IDS", "OWNERS", "GRACE_HOURS", "TRUSTED_PROXIES"];
    const message = refusalOf(() => readConfig(wrong));
    expect(message).toMatch(/^5 settings are wrong/);
    for (const name of names) expect(message).toContain(`- ${name} `);
  });

  it.each([
    ["plain http in public", { ...patreon, PUBLIC_URL: "http://archive.example" }, "must begin with https://"],
    ["a path in the address", { ...patreon, PUBLIC_URL: "https://archive.example/videos" }, "must not have a path"],
    [
      "an emulator in production",
      { ...patreon, PATREON_ORIGIN: "http://localhost:8081/patreon" },
      "Remove PATREON_ORIGIN",
    ],
    [
      "half a provider",
      { PATREON_CLIENT_ID: "id", PUBLIC_URL: "https://archive.example" },
      "PATREON_CLIENT_SECRET is needed",
    ],
    [
      "a secret file that is not there",
      { ...patreon, PATREON_CLIENT_SECRET_FILE: "/nowhere" },
      "/nowhere, which does not exist",
    ],
  ])("refuse %s", (_what, environment, sentence) =>
    expect(refusalOf(() => readConfig(environment))).toContain(sentence),
  );

  it.each([{ HOST: "0.0.0.0" }, { PUBLIC_URL: "https://archive.example" }])(
    "keep the archive closed until set-up, where others than this computer can reach it: %o",
    (environment) => {
      const closed = { demo: false, demoContent: false, isSetUp: false, patreon: null, twitch: null };
      expect(readConfig(environment)).toMatchObject(closed);
      expect(refusalOf(() => readConfig(environment, {}))).toContain("only on this computer");
    },
  );

  it("name the archive with what can be seen, and turns no text around", () => {
    const nameOf = (name: string) => readConfig({ ARCHIVE_NAME: name }).name;
    expect(nameOf("Lamp \u202eRoom\u2066")).toBe("Lamp Room");
    expect(nameOf("\u200b\u2060")).toBe("Stagedoor");
    expect(nameOf("👩‍🎤 می\u200cخواهم")).toBe("👩‍🎤 می\u200cخواهم");
  });

  it("of the environment win over those that are stored, also from a file and in the demo", () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, "secret"), "of the file");
    const stored = { ...patreon, ARCHIVE_NAME: "Stored", PATREON_CLIENT_SECRET: "stored" };
    const file = { PATREON_CLIENT_SECRET_FILE: path.join(folder, "secret") };
    expect(readConfig({ ARCHIVE_NAME: "", ...file }, undefined, stored)).toMatchObject({
      name: "Stored",
      isSetUp: true,
      patreon: { clientSecret: "of the file", tierIds: ["2", "3"] },
    });
    expect(readConfig({ ARCHIVE_NAME: "Fixed" }, {}, { ARCHIVE_NAME: "Stored" })).toMatchObject({
      name: "Fixed",
      demo: true,
      isSetUp: false,
    });
  });

  it("come from .env where the environment is silent, and secrets from files", () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, ".env"), 'ARCHIVE_NAME="From the file"\nPORT=9000\n');
    writeFileSync(path.join(folder, "secret"), "from a file\n");
    const environment = readEnvironment(folder, {
      ...patreon,
      PORT: "9100",
      PATREON_CLIENT_SECRET_FILE: path.join(folder, "secret"),
    });
    expect(readConfig(environment)).toMatchObject({
      name: "From the file",
      port: 9100,
      patreon: { clientSecret: "from a file" },
    });
  });

  it("come from the file that SETTINGS_FILE names, which has to exist", () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, ".env"), "PORT=9000\n");
    const file = path.join(folder, "settings.env");
    const environment = { SETTINGS_FILE: file };
    expect(refusalOf(() => readEnvironment(folder, environment))).toContain(`${file}, which does not exist`);
    writeFileSync(file, "PORT=9001\n");
    expect(readConfig(readEnvironment(folder, environment)).port).toBe(9001);
  });

  it("are printed without their secrets", () => {
    const printed = JSON.stringify(
      describeSettings({ ...patreon, PATREON_CLIENT_SECRET: "canary", DATABASE_URL: "postgres://u:canary@h/d" }),
    );
    expect(printed).not.toContain("canary");
    expect(printed).toContain("••••••");
  });
});

describe("the master key", () => {
  it("is made once, private, and opens only what it sealed for that purpose", () => {
    const dataDir = temporaryFolder();
    const keys = openKeyring({ masterKeyFile: null, dataDir });
    const sealed = keys.seal("token", "a");
    expect(openKeyring({ masterKeyFile: null, dataDir }).unseal(sealed, "a")).toBe("token");
    expect(sealed).not.toContain("token");
    expect(keys.unseal(sealed, "b")).toBeUndefined();
    // one seal in 256 ends like this by itself
    const end = sealed.endsWith("AA") ? "gA" : "AA";
    expect(keys.unseal(`${sealed.slice(0, -2)}${end}`, "a")).toBeUndefined();
    expect(keyringFrom(Buffer.alloc(32, 1)).unseal(sealed, "a")).toBeUndefined();
    expect(keys.seal("token", "a")).not.toBe(sealed);
  });

  it("is refused when others can read it or when it is too short", () => {
    const dataDir = temporaryFolder();
    const file = path.join(dataDir, "key");
    writeFileSync(file, Buffer.alloc(32), { mode: 0o644 });
    chmodSync(file, 0o644);
    expect(refusalOf(() => openKeyring({ masterKeyFile: file, dataDir }))).toContain("chmod 600");
    writeFileSync(file, "short");
    chmodSync(file, 0o600);
    expect(refusalOf(() => openKeyring({ masterKeyFile: file, dataDir }))).toContain("exactly 32 bytes");
  });
});

function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "stagedoor-config-"));
}

function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Refusal).message;
  }
  return "nothing was refused";
}

it("a bucket needs its key, and browsers are sent only where they may go", () => {
  const key = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(readConfig({}).bucket).toBeNull();
  expect(readConfig({ ...key, S3_BUCKET: "clips", S3_PREFIX: "/archive/" }).bucket).toEqual({
    endpoint: null,
    region: "us-east-1",
    name: "clips",
    accessKeyId: "id",
    secretAccessKey: "secret",
    prefix: "archive/",
    delivery: "proxy",
    origin: "https://clips.s3.us-east-1.amazonaws.com",
  });
  const wrong = { S3_BUCKET: "clips", ACCEL_PREFIX: "/media-files" };
  for (const part of ["S3_ACCESS_KEY_ID is needed", "S3_SECRET_ACCESS_KEY is needed", "ACCEL_PREFIX must not be set"])
    expect(() => readConfig(wrong)).toThrow(part);
  for (const S3_PREFIX of ["a//b", "../a", "a b"])
    expect(() => readConfig({ ...key, S3_BUCKET: "clips", S3_PREFIX })).toThrow("S3_PREFIX must be");
  const redirect = { ...patreon, ...key, S3_BUCKET: "clips", S3_DELIVERY: "redirect" };
  expect(() => readConfig({ ...redirect, S3_ENDPOINT: "http://s3.example" })).toThrow(
    "S3_ENDPOINT must begin with https",
  );
  expect(readConfig({ ...redirect, S3_ENDPOINT: "https://s3.example" }).bucket?.origin).toBe("https://s3.example");
});
