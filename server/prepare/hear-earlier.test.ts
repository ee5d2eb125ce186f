import { expect, it } from "vitest";
import { readFile } from "node:fs/promises";
import { takeIn } from "#server/intake/take-in.ts";
import { dropAssets, listAssets } from "#server/library/recording.ts";
import { borrowFile, nameOf } from "#server/media/store/store.ts";
import { findKey, sayKey } from "#server/recognise/hear/describe.ts";
import { readHarmony } from "#server/recognise/hear/file.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, openClips } from "#server/testing/clips.ts";
import { databaseKinds } from "#server/testing/databases.ts";
import { settleWork } from "#server/testing/settle.ts";
import { addHearWork } from "./hear-earlier.ts";

it.each(databaseKinds)(
  "a recording has a file of its harmony that nobody is sent, and one from before gets it in the background, on %s",
  async (kind) => {
    await using clips = await openClips();
    await using archive = await openTestArchive({ kind });
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    const { parts } = archive;
    const file = await clips.make("chord.m4a", `${chord(20)} -c:a aac`);
    const { id } = await takeIn(parts, { file, name: "chord.m4a", memberId: null });
    await settleWork(parts, 120_000);
    const find = async () => (await listAssets(parts.db, id)).find((asset) => asset.kind === "harmony");
    const made = await find();
    if (!made) throw new Error("there is no file of the harmony");
    using borrowed = await borrowFile(parts.media.store, id, { ...made, name: nameOf(made) });
    const harmony = await readHarmony(await readFile(borrowed.file));
    expect(harmony?.loudness.length).toBeCloseTo(80, -1);
    expect(sayKey(findKey(harmony!, { from: 0, to: 20 })!)).toBe("C major");
    expect((await editor.ask(`GET /api/media/${id}/harmony`)).status).toBe(404);

    await parts.db.transaction().execute((trx) => dropAssets(trx, id, ["harmony"]));
    await addHearWork(parts);
    await settleWork(parts, 120_000);
    // from the audio as it is served, so not to the byte
    expect((await find())?.bytes).toBeGreaterThan(made.bytes / 2);
    // nothing is left, so no job is added
    const jobs = await parts.db.selectFrom("job").select("id").where("kind", "=", "hear-earlier").execute();
    await addHearWork(parts);
    expect(await parts.db.selectFrom("job").select("id").where("kind", "=", "hear-earlier").execute()).toEqual(jobs);
  },
);
