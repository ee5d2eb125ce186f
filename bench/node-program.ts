// The lower limit for any server in Node: its own HTTP server, which sends the same bytes or a 304 and checks nothing.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

const bytes = readFileSync(path.join(process.env.DATA_DIR ?? "", "list.br"));
const always = ["cache-control", "private, no-cache", "vary", "Accept-Encoding, Cookie", "etag", '"same"'];
const whole = [...always, "content-type", "application/json; charset=utf-8", "content-encoding", "br"];
const headers = [...whole, "content-length", String(bytes.length)];

const server = createServer((request, response) => {
  if (request.headers["if-none-match"] === undefined) response.writeHead(200, headers).end(bytes);
  else response.writeHead(304, always).end();
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
process.once("SIGTERM", () => process.exit(0));
