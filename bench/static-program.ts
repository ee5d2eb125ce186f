// An anchor: the same file by @fastify/static, open to everyone.
import fastifyStatic from "@fastify/static";
import Fastify from "fastify";

const app = Fastify();
await app.register(fastifyStatic, { root: process.env.DATA_DIR ?? "" });
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
process.once("SIGTERM", () => void app.close().then(() => process.exit(0)));
process.send?.("ready");
