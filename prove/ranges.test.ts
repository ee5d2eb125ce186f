// Every answer to a range request has exactly the bytes it states: from the server itself in both its ways, through nginx, and
// sent by nginx. Each answer is compared with the file, not with another answer.
import fc from "fast-check";
import { hash } from "node:crypto";
import { chmod } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { listAssets } from "#server/library/recording.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startNginx } from "#server/testing/proxies/nginx.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { addTestVideo } from "#server/testing/safe.ts";
import { askedRanges, type AskedRange } from "./ranges/asked.ts";
import { findFault, type Sent } from "./ranges/truth.ts";

type Door = "direct" | "nginx" | "accel";

it.each(["direct", "nginx", "accel"] as const)(
  "every range has exactly the bytes of the file (%s)",
  { timeout: 600_000 },
  async (door) => {
    await using stage = await openStage(door);
    const { bytes, etag } = stage;
    const counted = { ranges: 0, partial: 0, wrong: 0 };
    const faults: string[] = [];
    const all = fc.sample(askedRanges(bytes.length, etag), { numRuns: scaled(60, 4000), seed });
    for (const asked of all) {
      const sent = await stage.ask(asked);
      const fault = findFault({ asked, sent, bytes, etag });
      counted.ranges += 1;
      counted.partial += Number(sent.status === 206);
      counted.wrong += Number(fault !== undefined);
      if (fault !== undefined) faults.push(`${JSON.stringify(asked)}: ${fault}`);
    }
    publish("ranges", counted);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(counted.partial).toBeGreaterThan(counted.ranges / 5);
  },
);

interface Stage extends AsyncDisposable {
  bytes: Buffer;
  etag: string;
  ask(asked: AskedRange): Promise<Sent>;
}

async function openStage(door: Door): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const port = door === "direct" ? null : await findFreePort();
  const url = port === null ? null : `http://localhost:${port}`;
  const archive = stack.use(
    await openTestArchive({
      store: "disk",
      env: {
        ...(url && { PUBLIC_URL: url, TRUSTED_PROXIES: "127.0.0.1" }),
        ...(door === "accel" && { ACCEL_PREFIX: "/media-files" }),
      },
      ...(url && { emulator: { archiveUrl: url } }),
    }),
  );
  const { config, parts } = archive;
  const mediaFolder = path.join(config.dataDir, "media");
  // nginx runs as another user
  await chmod(config.dataDir, 0o755);
  if (port !== null)
    stack.use(await startNginx({ port, archivePort: config.port, ...(door === "accel" && { mediaFolder }) }));
  const place = { db: parts.db, store: parts.media.store, [Symbol.asyncDispose]: async () => {} };
  const id = await addTestVideo(place, "Ranges", 250_000);
  const asset = (await listAssets(parts.db, id)).find(({ kind }) => kind === "video-source.mp4");
  const browser = createBrowser(url ?? archive.url);
  await browser.signIn("patron-gold");
  const cookie = `session=${browser.cookies.get("session")}`;
  const ask = async ({ method, headers }: AskedRange): Promise<Sent> => {
    for (;;) {
      const address = `${url ?? archive.url}/api/media/${id}/video-source.mp4`;
      const response = await fetch(address, { method, headers: { cookie, ...headers } });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.status !== 503) return { status: response.status, headers: response.headers, body };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const whole = await ask({ method: "GET", headers: {} });
  expect(hash("sha256", whole.body)).toBe(asset?.sha256);
  const kept = stack.move();
  return {
    ...{ bytes: whole.body, etag: whole.headers.get("etag") ?? "", ask },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
