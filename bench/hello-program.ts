// Two servers to compare with: the least that Fastify can do, and the list in its simplest form, made for each request.
import Fastify from "fastify";
import path from "node:path";
import { openDatabase } from "#server/database/open.ts";

const app = Fastify();
app.get("/hello", async () => ({ hello: "world" }));

const { DATA_DIR = "" } = process.env;
const db = await openDatabase({ file: path.join(DATA_DIR, "stagedoor.db") });
app.get("/naive", async () => ({
  videos: await db
    .selectFrom("video")
    .select(["id", "title", "thumbnail_hash", "add_date", "duration_seconds", "time_missing", "hidden"])
    .select(["state", "dominant_color", "peaks"])
    .orderBy("add_date", "desc")
    .execute(),
}));

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
process.once("SIGTERM", () => void app.close().then(() => process.exit(0)));
process.send?.("ready");
