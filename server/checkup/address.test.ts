// What is judged about the proxy and the certificate.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "node:tls";
import { describe, expect, it } from "vitest";
import { claimedAddress } from "#server/setup/reach.ts";
import { describeCertificate, describeProxy, readCertificate } from "./address.ts";

const seen = { here: "a", remote: "127.0.0.1", forwarded: "198.51.100.4", is_trusted: true };
const https = { isHttps: true };
const dayMs = 86_400_000;

describe("the proxy", () => {
  it.each([
    ["is right when it sends the visitor's address", seen, "good", "sends the archive each visitor's address"],
    ["is wrong when it is not trusted", { ...seen, is_trusted: false }, "bad", "counts all members as one visitor"],
    ["is wrong when it is silent", { ...seen, forwarded: null }, "bad", "does not send X-Forwarded-For"],
    ["is wrong when it believes a client", { ...seen, forwarded: claimedAddress }, "bad", "that visitors send"],
    [
      "may add to what a client says",
      { ...seen, forwarded: `${claimedAddress}, 198.51.100.4` },
      "good",
      "each visitor's address",
    ],
  ] as const)("%s", (_name, given, state, sentence) => {
    expect(describeProxy(given, https)).toMatchObject({ state, sentence: expect.stringContaining(sentence) });
  });

  it("is not needed on this computer", () => {
    const direct = { ...seen, forwarded: null, is_trusted: false };
    expect(describeProxy(direct, { isHttps: false })).toMatchObject({ state: "good" });
    expect(describeProxy(direct, https)).toMatchObject({ state: "bad" });
  });
});

describe("the certificate", () => {
  it("has to be valid for two more weeks, and its end is read from the server itself", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-certificate-"));
    const [key, certificate] = ["key.pem", "certificate.pem"].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    const subject = ["-subj", "/CN=localhost", "-days", "90"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, ...subject],
      { stdio: "ignore" },
    );
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) });
    rmSync(folder, { recursive: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { valid_from, valid_to } = await readCertificate("localhost", (server.address() as AddressInfo).port);
    await new Promise((resolve) => server.close(resolve));
    const [from, to] = [new Date(valid_from), new Date(valid_to)];
    const before = (days: number) => new Date(to.getTime() - days * dayMs - 1000);
    const judge = (days: number) => describeCertificate({ from, to }, before(days), "archive.example");
    expect(judge(20)).toMatchObject({ state: "good", sentence: "It is valid for another 20 days." });
    expect(judge(13)).toMatchObject({ state: "bad", sentence: expect.stringContaining("expires in 13 days") });
    expect(judge(-1)).toMatchObject({ state: "bad", sentence: expect.stringContaining("has expired") });
  });

  it("that lives for hours only is judged by its own length", () => {
    const from = new Date("2026-11-17T00:00:00Z");
    const to = new Date("2026-11-17T12:00:00Z");
    const judge = (hour: string) =>
      describeCertificate({ from, to }, new Date(`2026-11-17T${hour}:30:00Z`), "home.example");
    expect(judge("07")).toMatchObject({ state: "good", sentence: "It is valid for another 4 hours." });
    expect(judge("10")).toMatchObject({
      state: "bad",
      sentence: expect.stringContaining("expires in 1 hour and was not"),
    });
  });

  it("that cannot be read is named", async () => {
    await expect(readCertificate("localhost", 9)).rejects.toThrow("No certificate could be read from localhost");
  });
});
