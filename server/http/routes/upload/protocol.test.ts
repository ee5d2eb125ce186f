// tus 1.0 with the eyes of a foreign client.
import { createHash } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { createTusClient, partType, type TusClient } from "#server/testing/tus.ts";

describe.each(["disk", "s3"] as const)("the tus protocol, on %s", (store) => {
  let archive: TestArchive;
  let editor: Browser;
  let tus: TusClient;
  beforeAll(async () => {
    archive = await openTestArchive({ store });
    editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    tus = createTusClient(archive.url, editor);
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  const offsetOf = async (address: string) => (await tus.ask("HEAD", address)).headers.get("upload-offset");
  const told = async (answer: Response) => [answer.status, ((await answer.json()) as Problem).code];
  const remove = (address: string) => tus.ask("DELETE", address);

  it("tells editors what it can, and others nothing", async () => {
    const answer = await tus.ask("OPTIONS", "/api/upload", { "tus-resumable": "" });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "tus-resumable": "1.0.0",
      "tus-version": "1.0.0",
      "tus-extension": "creation,creation-with-upload,termination,expiration,checksum",
      "tus-max-size": String(64 * 2 ** 30),
      "tus-checksum-algorithm": "sha1,md5,sha256",
    });
    const stranger = createTusClient(archive.url, archive.openBrowser());
    expect((await stranger.ask("OPTIONS", "/api/upload")).status).toBe(401);
    const preflight = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const foreign = await tus.ask("OPTIONS", "/api/upload", preflight);
    expect([foreign.status, foreign.headers.get("tus-version")]).toEqual([403, null]);
    for (const answered of [answer, foreign])
      expect([...answered.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it.each(["0.2.2", "2.0.0", "1.0", ""])("refuses the version %j, names its own, and does nothing", async (version) => {
    const address = await tus.begin(100);
    for (const answer of [
      await tus.ask("POST", "/api/upload", { "tus-resumable": version, "upload-length": "100" }),
      await tus.send(address, 0, Buffer.alloc(10), { "tus-resumable": version }),
      await tus.ask("DELETE", address, { "tus-resumable": version }),
    ]) {
      expect([answer.headers.get("tus-version"), ...(await told(answer))]).toEqual(["1.0.0", 412, "wrong-version"]);
    }
    expect(await offsetOf(address)).toBe("0");
    await remove(address);
  });

  it.each(["sha1", "md5", "sha256"])(
    "keeps a part whose %s is right, and nothing of one whose is wrong",
    async (name) => {
      const address = await tus.begin(100_000);
      const part = Buffer.alloc(30_000, "a");
      const sum = (of: Buffer) => `${name} ${createHash(name).update(of).digest("base64")}`;
      const send = (offset: number, checksum: string) =>
        tus.send(address, offset, part, { "upload-checksum": checksum });
      const wrong = await send(0, sum(Buffer.from("another")));
      expect(await told(wrong)).toEqual([460, "checksum-mismatch"]);
      expect(await offsetOf(address)).toBe("0");
      const right = await send(0, sum(part));
      expect([right.status, right.headers.get("upload-offset")]).toEqual([204, "30000"]);
      expect(await told(await send(30_000, sum(part.subarray(1))))).toEqual([460, "checksum-mismatch"]);
      expect(await offsetOf(address)).toBe("30000");
      await remove(address);
    },
  );

  it("says what a checksum has to look like", async () => {
    const address = await tus.begin(100);
    const good = createHash("sha1").update(Buffer.alloc(10)).digest();
    for (const checksum of [
      ...["crc32 AAAA", "SHA1", "sha1", "sha1 ", "sha1 !!!", "sha1 AAAA", `sha256 ${good.toString("base64")}`, "x"],
      ...[`sha1 ${good.toString("hex")}`, `sha1 ${good.toString("base64")} more`, `sha1  ${good.toString("base64")}`],
      ...["__proto__ AAAA", `sha1 ${good.toString("base64")}, md5 x`],
    ]) {
      const answer = await tus.send(address, 0, Buffer.alloc(10), { "upload-checksum": checksum });
      expect([checksum, ...(await told(answer))]).toEqual([checksum, 400, "bad-input"]);
    }
    expect(await offsetOf(address)).toBe("0");
    await remove(address);
  });

  it("begins an upload with its first bytes, and none with damaged ones", async () => {
    const body = Buffer.from("first bytes");
    const headers = { "upload-length": "100", "content-type": partType };
    const sum = createHash("md5").update(body).digest("base64");
    const begun = await tus.ask("POST", "/api/upload", { ...headers, "upload-checksum": `md5 ${sum}` }, body);
    expect([begun.status, begun.headers.get("upload-offset")]).toEqual([201, String(body.length)]);
    await remove(begun.headers.get("location") ?? "");
    const wrong = await tus.ask(
      "POST",
      "/api/upload",
      { ...headers, "upload-checksum": `md5 ${sum}` },
      Buffer.from("x"),
    );
    expect(await told(wrong)).toEqual([460, "checksum-mismatch"]);
    expect((await editor.ask<{ uploads: unknown[] }>("GET /api/studio/uploads")).body.uploads).toEqual([]);
  });

  it.each([
    [{}, 400, "bad-input"],
    [{ "upload-length": "-1" }, 400, "bad-input"],
    [{ "upload-length": "1.5" }, 400, "bad-input"],
    [{ "upload-length": "x" }, 400, "bad-input"],
    [{ "upload-length": "9".repeat(40) }, 400, "bad-input"],
    [{ "upload-length": String(65 * 2 ** 30) }, 413, "too-large"],
    [{ "upload-defer-length": "1" }, 400, "bad-input"],
    [{ "upload-length": "10", "upload-defer-length": "1" }, 400, "bad-input"],
    [{ "upload-length": "10", "upload-concat": "partial" }, 400, "bad-input"],
    [{ "upload-concat": "final;/api/upload/a /api/upload/b" }, 400, "bad-input"],
    [{ "upload-length": "10", "upload-metadata": "filename !!!" }, 400, "bad-input"],
    [{ "upload-length": "10", "x-http-method-override": "PATCH" }, 404, "not-found"],
    [{ "upload-length": "10", "x-http-method-override": "STEAL" }, 400, "bad-input"],
  ])("begins nothing with %j", async (headers, status, code) => {
    expect(await told(await tus.ask("POST", "/api/upload", headers as Record<string, string>))).toEqual([status, code]);
  });

  it.each([
    [{ "upload-offset": "" }, 400, "bad-input"],
    [{ "upload-offset": "-1" }, 400, "bad-input"],
    [{ "upload-offset": "9".repeat(40) }, 400, "bad-input"],
    [{ "upload-offset": "9007199254740991" }, 409, "conflict"],
    [{ "upload-offset": "5" }, 409, "conflict"],
    [{ "content-type": "" }, 415, "wrong-type"],
    [{ "content-type": "application/octet-stream" }, 415, "wrong-type"],
  ])("adds nothing with %j", async (headers, status, code) => {
    const address = await tus.begin(100);
    expect(await told(await tus.send(address, 0, Buffer.alloc(10), headers as Record<string, string>))).toEqual([
      status,
      code,
    ]);
    expect(await offsetOf(address)).toBe("0");
    await remove(address);
  });

  it("takes nothing beyond the announced length", async () => {
    const address = await tus.begin(100);
    expect(await told(await tus.send(address, 0, Buffer.alloc(101)))).toEqual([413, "too-large"]);
    expect((await tus.send(address, 0, Buffer.alloc(60))).status).toBe(204);
    expect(await told(await tus.send(address, 60, Buffer.alloc(41)))).toEqual([413, "too-large"]);
    expect(await offsetOf(address)).toBe("60");
    await remove(address);
  });

  it("tells where an upload continues, uncacheable, with the metadata of its client", async () => {
    const address = await tus.begin(100, { filename: "a.mkv", title: "A" });
    const head = await tus.ask("HEAD", address);
    expect(head.status).toBe(200);
    expect(Object.fromEntries(head.headers)).toMatchObject({
      "cache-control": "no-store",
      "upload-offset": "0",
      "upload-length": "100",
      "tus-resumable": "1.0.0",
      "upload-metadata": `filename ${btoa("a.mkv")},title ${btoa("A")}`,
    });
    expect((await remove(address)).status).toBe(204);
    expect((await tus.ask("HEAD", address)).status).toBe(404);
    expect(await told(await remove(address))).toEqual([404, "not-found"]);
    expect(await told(await tus.send(address, 0, Buffer.alloc(10)))).toEqual([404, "not-found"]);
  });

  it("accepts a POST that names another method, for networks that only allow POST", async () => {
    const address = await tus.begin(100);
    const headers = { "upload-offset": "0", "content-type": partType, "x-http-method-override": "PATCH" };
    expect((await tus.ask("POST", address, headers, Buffer.alloc(10))).status).toBe(204);
    expect(await offsetOf(address)).toBe("10");
    expect(await told(await tus.ask("POST", address))).toEqual([404, "not-found"]);
    expect((await tus.ask("POST", address, { "x-http-method-override": "DELETE" })).status).toBe(204);
    expect((await tus.ask("HEAD", address)).status).toBe(404);
  });

  it("refuses a part that does not say how long it is, whichever way it comes", async () => {
    const address = await tus.begin(100);
    const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const lines = (start: string) =>
      `${start} HTTP/1.1\r\nHost: localhost:${archive.config.port}\r\nCookie: ${cookie}\r\nConnection: close\r\n` +
      `Tus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nUpload-Length: 100\r\nContent-Type: ${partType}\r\n` +
      `Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;
    for (const start of [`PATCH ${address}`, "POST /api/upload"]) {
      const answer = await say(archive, lines(start));
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain("Content-Length");
    }
    expect(await offsetOf(address)).toBe("0");
    await remove(address);
  });
});

function say({ config }: TestArchive, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(config.port, config.host, () => socket.write(text));
    socket
      .setEncoding("utf8")
      .on("data", (chunk) => (answer += chunk))
      .on("end", () => resolve(answer))
      .on("error", reject);
  });
}
