// Makes things fail that are then logged: sign-ins, uploads, broken requests, each with canaries in it.
import { randomBytes } from "node:crypto";
import { settleWork } from "#server/testing/settle.ts";
import { send, type Sending } from "./answer.ts";
import { ownPrefix } from "./canaries.ts";
import { levelOf, type Role } from "./declared.ts";
import type { Stage } from "./stage.ts";

const tus = { "tus-resumable": "1.0.0" };

export async function goWrong(stage: Stage): Promise<void> {
  const { url, isProxied, people, videos, canaries, archive } = stage;
  const plant = (what: string) => {
    const word = `${ownPrefix}${randomBytes(8).toString("hex")}`;
    canaries.plant(word, null, what);
    return word;
  };
  const ask = async (role: Role, call: string, more: Omit<Partial<Sending>, "method" | "address"> = {}) => {
    const [method = "", address = ""] = call.split(" ");
    const answer = await send(url, { method, address, cookie: people.of[role].cookie, ...more });
    canaries.look(JSON.stringify(answer.headers) + answer.text, levelOf[role], `${call} to ${role}`);
    return answer;
  };

  for (const role of ["anonymous", "viewer", "editor"] as const) {
    for (const provider of ["patreon", "twitch"])
      await ask(role, `GET /api/auth/${provider}/redirect?code=${plant("a code")}&state=${plant("a state")}`);
    await ask(role, `GET /api/auth/patreon/redirect?error=${plant("a provider's error")}`);
    await ask(role, `GET /api/nothing?token=${plant("a query")}`);
    // nginx logs paths, but no queries
    if (!isProxied) await ask(role, `GET /api/media/${plant("an id")}/${plant("a kind")}`);
    if (!isProxied) await ask(role, `GET /api/${plant("a path")}`);
    await ask(role, "GET /metrics", { headers: { authorization: `Bearer ${plant("a metrics token")}` } });
    await ask(role, "POST /api/webhooks/patreon", {
      headers: { "x-patreon-signature": plant("a signature"), "content-type": "application/json" },
      body: Buffer.from(`{"broken": "${plant("a webhook's body")}`),
    });
  }
  await ask("anonymous", "GET /api/user/info", { cookie: `session=${plant("a wrong cookie")}` });

  const { id } = videos.of.hidden;
  const json = { "content-type": "application/json" };
  const broken = Buffer.from(`{"video": {"title": ${plant("broken JSON")}`);
  await ask("editor", `PUT /api/video/v/${id}`, { headers: json, body: broken });
  await ask("editor", `PUT /api/video/v/${id}`, { body: { video: { title: 1, description: plant("a bad edit") } } });

  // a text file: it arrives completely and is refused
  const bytes = Buffer.from(plant("an upload's bytes"));
  const title = Buffer.from(plant("a refused upload's title")).toString("base64");
  const begun = await ask("owner", "POST /api/upload", {
    headers: { ...tus, "upload-length": String(bytes.length), "upload-metadata": `title ${title},filename ${title}` },
  });
  const place = new URL(begun.headers["location"] ?? "", url).pathname;
  const { status } = await ask("owner", `PATCH ${place}`, {
    headers: { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: bytes,
  });
  if (status !== 400) throw new Error(`a text was taken in as a recording: ${status}`);

  // its original is missing, so its job fails and is logged
  await ask("editor", `POST /api/video/v/${(await videos.add("failed")).id}/prepare`);
  await settleWork(archive.parts, 120_000);
  for (const address of ["/metrics", "/api/health"]) {
    const answer = await send(archive.url, { method: "GET", address, cookie: "" });
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
    canaries.look(answer.text, null, address);
  }
}
