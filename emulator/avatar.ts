// A small picture for every persona, drawn from its id: a symmetric pattern in a colour of its own.
// A PNG, because that is what the real providers serve.

import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import type { World } from "#emulator/world/world.ts";
import { words } from "./words.ts";

const cells = 5;
const cellPixels = 32;
const size = cells * cellPixels;

export function registerAvatars(app: FastifyInstance, world: World): void {
  app.get<{ Params: { file: string } }>("/avatars/:file", (request, reply) => {
    const id = request.params.file.replace(/\.png$/, "");
    if (!world.patrons.has(id) && !world.viewers.has(id))
      return reply.code(404).type("text/plain").send(words.noPicture);
    return reply
      .header("cache-control", "public, max-age=3600")
      .header("access-control-allow-origin", "*")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("image/png")
      .send(drawAvatar(id));
  });
}

function drawAvatar(id: string): Buffer {
  const hash = createHash("sha256").update(id).digest();
  const front = [hash[0], hash[1], hash[2]].map((value) => 150 + ((value ?? 0) % 106));
  const back = front.map((value) => Math.round(value * 0.28));
  const isFilled = (x: number, y: number) => ((hash[3 + y * 3 + Math.min(x, cells - 1 - x)] ?? 0) & 1) === 1;
  const rows = Array.from({ length: size }, (_, y) => {
    const pixels = Array.from({ length: size }, (__, x) =>
      isFilled(Math.floor(x / cellPixels), Math.floor(y / cellPixels)) ? front : back,
    );
    return Buffer.from([0, ...pixels.flat()]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
