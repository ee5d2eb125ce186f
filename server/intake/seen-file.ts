// The checksums of files that were imported from where they are, so that a second run of an import need not read them
// again. A file counts as the same while its place, size, times and inode are.
import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { hostname } from "node:os";
import type { Database } from "#server/database/open.ts";

interface Seen {
  /** The name of the file's place: a path may have bytes that are no text. */
  place: string;
  /** Everything that changes when somebody writes to the file. */
  print: string;
}

export async function lookAtFile(file: string | Buffer): Promise<Seen> {
  const path = await realpath(file, { encoding: "buffer" });
  const { size, mtimeNs, ctimeNs, ino, dev } = await stat(path, { bigint: true });
  const place = createHash("sha256").update(`${hostname()}\0`).update(path).digest("hex");
  return { place, print: [size, mtimeNs, ctimeNs, ino, dev].join(" ") };
}

export async function findSeen(db: Database, { place, print }: Seen): Promise<string | undefined> {
  const row = await db
    .selectFrom("seen_file")
    .select("sha256")
    .where("place", "=", place)
    .where("print", "=", print)
    .executeTakeFirst();
  return row?.sha256;
}

export async function rememberSeen(db: Database, { place, print }: Seen, sha256: string): Promise<void> {
  await db
    .insertInto("seen_file")
    .values({ place, print, sha256 })
    .onConflict((conflict) => conflict.column("place").doUpdateSet({ print, sha256 }))
    .execute();
}
