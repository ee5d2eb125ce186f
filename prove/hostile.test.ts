// Takes in hostile and broken files, and watches every program that the archive starts: each file is refused or harmless.
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { takeIn } from "#server/intake/take-in.ts";
import { Refusal } from "#server/refusal.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { openClips, pictures, x264 } from "#server/testing/clips.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { settleWork } from "#server/testing/settle.ts";
import { listHostileFiles, type HostileFile } from "./hostile/files.ts";
import { mayWatch, startTracing } from "./hostile/traced.ts";

const options = { timeout: 1_800_000, skip: !mayWatch };

it("hostile files make ffmpeg open no other file, make no connection, and need little memory", options, async () => {
  await using clips = await openClips();
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await using stack = new AsyncDisposableStack();
  stack.defer(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const secret = await clips.make("secret.mp4", `${pictures("64x64", 10, 1)} ${x264}`);
  const { port } = server.address() as AddressInfo;
  const damage = { cuts: 4, flips: 6, random: openRandom(seed) };
  const all = listHostileFiles({ secret, port }, damage);
  // a few of the texts, the first bomb and the first damaged file
  const firstDamaged = all.findIndex(({ mustBeRefused }) => !mustBeRefused);
  const files = all
    .filter((_, index) => index === firstDamaged || index % scaled(20, 1) === 0)
    .slice(0, scaled(9, 1000));

  using tracing = startTracing(path.join(clips.folder, "tracing"));
  await using archive = await openTestArchive();
  if (!archive.parts.media.tools.sandbox.hasBubblewrap) throw new Error("bwrap does not work here");
  const wrong: string[] = [];
  const taken: HostileFile[] = [];
  for (const hostile of files) {
    const { name } = hostile;
    const file = await hostile.make(clips);
    const fault = await takeIn(archive.parts, { file, name, memberId: null }).then(
      () => void taken.push(hostile),
      (error: unknown) => (error instanceof Refusal && error.code === "bad-input" ? undefined : String(error)),
    );
    if (fault !== undefined) wrong.push(`${name}: ${fault}`);
  }
  wrong.push(...taken.filter(({ mustBeRefused }) => mustBeRefused).map(({ name }) => `${name} was taken in`));
  await settleWork(archive.parts, 1_200_000);

  const { foreign, connections, programs, opens, mostMemoryMb } = tracing.look();
  publish("hostile", {
    files: files.length,
    programs,
    opens,
    foreign: foreign.length,
    connections: connections.length + calls,
    mostMemoryMb,
  });
  expect({ wrong, foreign: [...new Set(foreign)], connections, calls }).toEqual({
    ...{ wrong: [], foreign: [], connections: [] },
    calls: 0,
  });
  // checks the tracing itself: most files reach a program, and every program opens its input
  expect(programs).toBeGreaterThan(files.length / 3);
  expect(opens).toBeGreaterThan(programs * 5);
  expect(mostMemoryMb).toBeGreaterThan(5);
  expect(mostMemoryMb).toBeLessThanOrEqual(512);
});

function openRandom(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
