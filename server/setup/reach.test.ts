// The reach check of set-up asks nothing inside: by whatever spelling, name or port.
import { createServer } from "node:net";
import { once } from "node:events";
import { expect, it } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { getSetUpLink } from "./link.ts";
import { requireOwnAddress } from "./reach.ts";

const closed = [
  ...["https://169.254.169.254", "https://2852039166", "https://0xa9fea9fe", "https://0251.0376.0251.0376"],
  ...["https://169.254.169.254.", "https://[::ffff:169.254.169.254]", "https://[::ffff:a9fe:a9fe]"],
  ...["https://[64:ff9b::169.254.169.254]", "https://[fd00:ec2::254]", "https://[fe80::1]", "https://[::1]"],
  ...["https://127.0.0.1", "https://127.1", "https://0", "https://0x7f.1", "https://①②⑦.⓪.⓪.①", "https://[::]"],
  ...[
    "https://10.0.0.1",
    "https://172.16.0.1",
    "https://192.168.0.1",
    "https://100.100.100.200",
    "https://192.0.0.192",
  ],
  ...["http://127.0.0.1:9", "http://localhost:9", "http://localhost", "http://[::1]:9", "https://localhost"],
  ...["http://2130706433:9", "http://0x7f000001:9"],
];
const named: Record<string, readonly string[]> = {
  "metadata.example": ["169.254.169.254"],
  "local.example": ["127.0.0.1"],
  "debian.example": ["127.0.1.1"],
  "six.example": ["::1"],
  "mapped.example": ["::ffff:10.0.0.1"],
  "zone.example": ["fe80::1%eth0"],
  "both.example": ["93.184.215.14", "10.0.0.1"],
};

it("an address of this machine or its network is refused before anything is sent, by literal and by name", async () => {
  await using archive = await openTestArchive({ isNew: true });
  const browser = archive.openBrowser();
  const [, key = ""] = (await getSetUpLink(archive.parts)).split("#");
  await browser.ask("POST /api/setup/session", { key });
  let connections = 0;
  await using inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(inside, "listening");
  const { port } = inside.address() as { port: number };
  const own = `http://localhost:${archive.config.port}`;
  const told: string[] = [];
  for (const address of [...closed, `https://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    const { status, body } = await browser.ask<Problem>("PUT /api/setup/archive", { name: "A", address });
    if (status !== 400 || !/is an address of this machine or its own network/.test(body.detail))
      told.push(`${address}: ${status} ${body.detail}`);
  }
  for (const [host, addresses] of Object.entries(named)) {
    const asking = requireOwnAddress(archive.parts, `https://${host}:${port}`, async () => addresses);
    await expect(asking).rejects.toThrow(`set PUBLIC_URL=https://${host}:${port}`);
  }
  expect(told).toEqual([]);
  expect(connections).toBe(0);
  // and not simply No
  expect(await requireOwnAddress(archive.parts, own)).toBe(own);
  await expect(requireOwnAddress(archive.parts, "https://a.example", async () => [])).rejects.toThrow("is not known");
});

it("goes to the address that was checked", async () => {
  await using archive = await openTestArchive({ isNew: true });
  let asked = 0;
  // of the internet, where nobody answers; a second question would lead inside
  const resolve = async () => ((asked += 1) === 1 ? ["2001:4860:4860::ffff"] : ["127.0.0.1"]);
  const asking = requireOwnAddress(archive.parts, `https://rebound.example:${archive.config.port}`, resolve);
  await expect(asking).rejects.toThrow("could not be reached");
  expect(asked).toBe(1);
});
