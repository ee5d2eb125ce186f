// Sends almost-HTTP over plain connections: it is refused or the connection is closed, nothing is smuggled, no server error
// occurs, and the next request is served as usual.
import fc from "fast-check";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";

let archive: TestArchive;
beforeAll(async () => {
  archive = await openTestArchive();
});
afterAll(() => archive[Symbol.asyncDispose]());

/** The smuggled request. No other request asks for it, and its answer can be recognised. */
const smuggled = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
const smuggledAnswer = '"openapi":';
const plain = "GET /api/site HTTP/1.1\r\nHost: localhost\r\n\r\n";
const post = "POST /api/csp-report HTTP/1.1\r\nHost: localhost\r\n";
const chunked = "Transfer-Encoding: chunked\r\n";

const abuse: Record<string, string> = {
  "a length and chunks": `${post}Content-Length: 4\r\n${chunked}\r\n0\r\n\r\n${smuggled}`,
  "chunks and a length": `${post}${chunked}Content-Length: ${smuggled.length + 5}\r\n\r\n0\r\n\r\n${smuggled}`,
  "two lengths": `${post}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  "a list of lengths": `${post}Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`,
  "a length with a sign": `${post}Content-Length: +${smuggled.length}\r\n\r\n${smuggled}`,
  "a negative length": `${post}Content-Length: -1\r\n\r\n${smuggled}`,
  "a length as hexadecimal": `${post}Content-Length: 0x10\r\n\r\n${smuggled}`,
  "a space before the colon": `${post}Content-Length : ${smuggled.length}\r\n\r\n${smuggled}`,
  "chunks twice": `${post}${chunked}${chunked}\r\n0\r\n\r\n${smuggled}`,
  "chunks under another name": `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
  "chunks that are not last": `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
  "chunks with a tab": `${post}Transfer-Encoding:\tchunked\x0b\r\n\r\n0\r\n\r\n${smuggled}`,
  "a folded header": `${post}X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n`,
  "a chunk of no size": `${post}${chunked}\r\nz\r\n${smuggled}`,
  "a chunk of too much": `${post}${chunked}\r\nffffffffffffffffff\r\n${smuggled}`,
  "a chunk longer than it says": `${post}${chunked}\r\n1\r\n${smuggled}`,
  "bare line feeds": `POST /api/csp-report HTTP/1.1\nHost: localhost\nContent-Length: 0\n\n${smuggled}`,
  "a bare carriage return": `${post}X: y\rContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  "no host": "GET /api/site HTTP/1.1\r\n\r\n",
  "two hosts": "GET /api/site HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
  "another's host in the address": "GET http://evil.example/api/site HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "a null in the address": "GET /api/\0site HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "a null in a header": "GET /api/site HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n",
  "a null in a name": "GET /api/site HTTP/1.1\r\nHost: localhost\r\nX\0: a\r\n\r\n",
  "a header without a colon": "GET /api/site HTTP/1.1\r\nHost: localhost\r\nNothing\r\n\r\n",
  "no version": "GET /api/site\r\n\r\n",
  "a version of its own": "GET /api/site HTTP/9.9\r\nHost: localhost\r\n\r\n",
  "a method of its own": "STEAL /api/site HTTP/1.1\r\nHost: localhost\r\n\r\n",
  "the greeting of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "a tunnel": "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
  "an upgrade": "GET /api/site HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
  "the beginning of TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "a long address": `GET /api/${"x".repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  "long headers": `GET /api/site HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
  "many headers": `GET /api/site HTTP/1.1\r\nHost: localhost\r\n${"X: y\r\n".repeat(5000)}\r\n`,
  "nothing but line ends": "\r\n".repeat(5000),
  "noise": "\x80\xff\x00\xfe".repeat(100),
}; // prettier-ignore

it.each(Object.entries(abuse))("%s is refused or closed, and nothing is smuggled", async (name, text) => {
  let answer = await say(text);
  while (answer.includes("HTTP/1.1 503")) answer = await say(text);
  expect(answer).toMatch(/^($|HTTP\/1\.1 4\d\d )/);
  expect(answer).not.toContain(smuggledAnswer);
  // Node itself refuses a missing host, with a status only
  if (answer !== "" && name !== "no host") expect(answer).toMatch(/"code":"[a-z-]+"/);
  expect(statuses(answer).filter((status) => status >= 500 || status < 400)).toEqual([]);
  expect(answer).not.toMatch(/\n\s+at |node:|node_modules/);
  await expectServed();
  publish("fuzz", { raw: 1 });
});

it("requests that arrive together are each answered, in their order", async () => {
  const last = plain.replace("site", "nothing").replace("Host", "Connection: close\r\nHost");
  const ask = () => say(plain.repeat(20) + smuggled + last, "to-the-end");
  let answer = await ask();
  while (answer.includes("HTTP/1.1 503")) answer = await ask();
  expect(statuses(answer)).toEqual([...Array<number>(21).fill(200), 404]);
  expect(answer).toContain(smuggledAnswer);
});

it("however a request is changed, it causes no server error, and the next one is served", async () => {
  const whole = `${post}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}${plain}`;
  const change = fc.record({
    at: fc.nat({ max: whole.length }),
    cut: fc.nat({ max: 3 }),
    put: fc.oneof(
      fc.constantFrom("\r\n", "\n", "\r", "\0", ":", " ", "\t", "chunked", "Content-Length: 9\r\n", "HTTP/1.1", "\x7f"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
  });
  const count = scaled(60, 4000);
  const faults: string[] = [];
  const attempt = async (changes: { at: number; cut: number; put: string }[]) => {
    const text = changes.reduce((all, { at, cut, put }) => all.slice(0, at) + put + all.slice(at + cut), whole);
    const answer = await say(text);
    if (statuses(answer).some((status) => status >= 500 && status !== 503))
      faults.push(JSON.stringify({ text, answer }));
  };
  const all = fc.sample(fc.array(change, { minLength: 1, maxLength: 4 }), { numRuns: count, seed });
  for (let at = 0; at < count; at += 200) await Promise.all(all.slice(at, at + 200).map(attempt));
  publish("fuzz", { raw: count, faults: faults.length });
  expect(faults).toEqual([]);
  await expectServed();
});

/** A busy machine may refuse the first attempt. */
async function expectServed(): Promise<void> {
  await expect.poll(async () => statuses(await say(plain))).toEqual([200]);
}

/** Everything received until the server closes the connection or sends nothing more; closing early could miss some. */
function say(text: string, listens?: "to-the-end"): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(archive.config.port, archive.config.host);
  let answer = "";
  const quiet = setTimeout(() => socket.destroy(), 15_000);
  socket
    .setEncoding("latin1")
    .on("data", (chunk: string) => (answer += chunk))
    .on("error", () => {})
    .on("close", () => {
      clearTimeout(quiet);
      resolve(answer);
    })
    .write(text, "latin1");
  if (!listens) socket.end();
  return promise;
}

function statuses(answer: string): number[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
