// Two servers to compare with: the same file by @fastify/static, and by the @fastify/send inside it; without permission checks.
import fastifyStatic from "@fastify/static";
import Fastify from "fastify";
import { createRequire } from "node:module";
import type { Readable } from "node:stream";

interface Sent {
  statusCode: number;
  headers: Record<string, string>;
  stream: Readable;
}
const requireOfStatic = createRequire(import.meta.resolve("@fastify/static"));
const send = requireOfStatic("@fastify/send") as (
  request: unknown,
  path: string,
  options: { root: string },
) => Promise<Sent>;

const app = Fastify();
const root = process.env.DATA_DIR ?? "";
await app.register(fastifyStatic, { root });
app.get("/send/:name", async (request, reply) => {
  const { name } = request.params as { name: string };
  const { statusCode, headers, stream } = await send(request.raw, name, { root });
  return reply.code(statusCode).headers(headers).send(stream);
});
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
process.once("SIGTERM", () => void app.close().then(() => process.exit(0)));
process.send?.("ready");
