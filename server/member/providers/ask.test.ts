// What is asked outside, at a server that offers HTTP/2, too.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Refusal } from "#server/refusal.ts";
import { askProvider, fetchBounded } from "./ask.ts";

const known = getCACertificates();
const stack = new AsyncDisposableStack();
let url: string;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "stagedoor-ask-"));
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const make = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  execFileSync("openssl", [...make, "-keyout", key, "-out", cert, ...subject], { stdio: "ignore" });
  const certificate = readFileSync(cert, "utf8");
  setDefaultCACertificates([...known, certificate]);
  const server = createSecureServer(
    { key: readFileSync(key), cert: certificate, allowHTTP1: true },
    (asked, answer) => {
      if (asked.url === "/moved") answer.writeHead(302, { location: "/" }).end();
      else if (asked.url === "/broken") {
        answer.writeHead(200, { "content-length": "1000" }).write("{");
        setTimeout(() => asked.socket.destroy(), 20);
      } else if (asked.url === "/large") answer.end("x".repeat(2_000_000));
      else {
        let said = "";
        asked.on("data", (chunk: Buffer) => (said += chunk.toString()));
        asked.on("end", () =>
          answer.writeHead(200, { "content-type": "application/json" }).end(
            JSON.stringify({
              version: asked.httpVersion,
              method: asked.method,
              type: asked.headers["content-type"],
              said,
            }),
          ),
        );
      }
    },
  );
  rmSync(folder, { recursive: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stack.defer(() => new Promise((resolve) => server.close(() => resolve())));
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  setDefaultCACertificates(known);
  await stack.disposeAsync();
});

it("a question is asked over HTTP/1.1, with its body as fetch would send it", async () => {
  expect((await askProvider(url)).body).toEqual({ version: "1.1", method: "GET", said: "" });
  const body = new URLSearchParams({ a: "1" });
  const reply = await fetchBounded(url, { method: "POST", body });
  expect(await reply.json()).toEqual({
    version: "1.1",
    method: "POST",
    type: "application/x-www-form-urlencoded;charset=UTF-8",
    said: "a=1",
  });
});

it.each(["/moved", "/broken", "/large"])("an answer that is %s is refused, and the process goes on", async (place) => {
  await expect(askProvider(url + place)).rejects.toThrow(Refusal);
});
