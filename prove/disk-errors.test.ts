// A disk that returns errors: requests fail with a sentence, nothing is acknowledged that is not stored, and no wrong byte is
// sent. When the disk works again everything continues, without a restart.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { listAssets } from "#server/library/recording.ts";
import { checkIntegrity } from "#server/database/sqlite.ts";
import { fileOf, originalOf } from "#server/media/store/store.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, freeBox, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { addTestVideo, openPlace } from "#server/testing/safe.ts";
import { kill, launch, openAfterwards, openStage } from "./crash/server.ts";
import { mayTrace } from "./crash/traced.ts";
import { failCalls, faults, type Fault } from "./disk/errors.ts";
import { askOffset, beginUpload, sendPart } from "./disk/upload.ts";

const rounds = scaled(1, 15);
const options = { skip: !mayTrace, timeout: 120_000 + rounds * 120_000 };

it("a failing disk makes requests fail, and loses nothing that was acknowledged", options, async () => {
  await using stage = await openStage("sqlite");
  await using clips = await openClips();
  const clip = await readFile(await clips.make("clip.mp4", `${pictures("64x48", 5, 1)} ${chord(1)} ${x264} -c:a aac`));
  const { id, served } = await fill(stage.place);
  const server = launch(stage);
  const counted = { badDisks: 0, failedCalls: 0, failedEdits: 0, failedParts: 0, failedReads: 0 };
  let title = "Song";
  try {
    expect(await server.ready).toBe(true);
    const editor = await stage.signIn("patron-editor");
    for (let round = 0; round < rounds; round += 1)
      for (const fault of Object.keys(faults) as Fault[]) {
        const bytes = Buffer.concat([clip, freeBox(counted.badDisks)]);
        const upload = await beginUpload(stage.url, editor, bytes.length);
        const half = Math.floor(bytes.length / 2);
        const first = await sendPart(stage.url, editor, { upload, offset: 0, body: bytes.subarray(0, half) });
        expect(first.status).toBe(204);
        const { video } = (await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body;

        const failing = await failCalls(server.child.pid ?? 0, fault);
        const wanted = `${fault} ${round}`;
        const edit = await editor.ask<{ code: string; detail: string }>(`PUT /api/video/v/${id}`, {
          video: { ...video, title: wanted },
        });
        const last = await sendPart(stage.url, editor, { upload, offset: half, body: bytes.subarray(half) });
        const read = await readWhole(stage.url, editor, id);
        counted.failedCalls += await failing.end();

        counted.badDisks += 1;
        counted.failedEdits += Number(edit.status !== 200);
        counted.failedParts += Number(last.status !== 200);
        counted.failedReads += Number(read !== served);
        // reads may be answered from memory; what has to be stored must fail
        if (edit.status !== 200) requireWords(edit);
        if (fault !== "cannot be read") expect([edit.status, last.status]).toEqual([500, 500]);
        else expect(read).toBe("failed");
        expect([served, "failed"]).toContain(read);

        const found = (await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body.video;
        // what could not be flushed is written and not acknowledged: nobody was told that it is kept
        const possible = fault === "keeps nothing" ? [wanted, title] : [title];
        expect(edit.status === 200 ? [wanted] : possible).toContain(found.title);
        title = `Well again ${counted.badDisks}`;
        const saved = await editor.ask(`PUT /api/video/v/${id}`, { video: { ...found, title } });
        expect([saved.status, await readWhole(stage.url, editor, id)]).toEqual([200, served]);
        const taken = await finishUpload(stage.url, editor, { upload, bytes });
        const original = originalOf({ folder: path.join(stage.place.dataDir, "media") }, taken);
        expect(sha256(await readFile(original))).toBe(sha256(bytes));
      }
  } finally {
    await kill(server);
  }
  await using open = await openAfterwards(stage.place);
  await checkIntegrity(open.db, "full");
  console.log(JSON.stringify(counted));
  expect(counted.failedCalls).toBeGreaterThanOrEqual(counted.badDisks);
  publish("disk", { ...counted, corrupt: 0 });
});

async function fill(place: Parameters<typeof openPlace>[0]): Promise<{ id: string; served: string }> {
  await using open = await openPlace(place);
  // more than the server keeps in memory of any file
  const id = await addTestVideo(open, "Song", 3_000_000);
  const asset = (await listAssets(open.db, id)).find(({ kind }) => kind === "video-source.mp4");
  if (!asset) throw new Error("the recording has no file to send");
  return { id, served: sha256(await readFile(fileOf(open.store, id, asset))) };
}

/** The checksum of a complete answer; an error status or a broken connection counts as failed. */
async function readWhole(url: string, editor: Browser, id: string): Promise<string> {
  const cookie = `session=${editor.cookies.get("session")}`;
  try {
    const answer = await fetch(`${url}/api/media/${id}/video-source.mp4`, { headers: { cookie } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return answer.status === 200 ? sha256(bytes) : "failed";
  } catch {
    return "failed";
  }
}

function requireWords({ status, body }: { status: number; body: { code: string; detail: string } }): void {
  expect([status, body]).toEqual([
    500,
    expect.objectContaining({ code: "unexpected", detail: expect.stringContaining("went wrong on the server") }),
  ]);
}

/** Continues like a client: from the offset the server reports, until the archive knows the file. */
async function finishUpload(
  url: string,
  editor: Browser,
  { upload, bytes }: { upload: string; bytes: Buffer },
): Promise<string> {
  for (;;) {
    const { body } = await editor.ask<{ video: { id: string } | null }>(
      `GET /api/upload/known?sha256=${sha256(bytes)}`,
    );
    if (body.video) return body.video.id;
    const offset = await askOffset(url, editor, upload);
    if (offset !== null) await sendPart(url, editor, { upload, offset, body: bytes.subarray(offset) });
  }
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
