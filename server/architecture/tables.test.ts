// A table has one owner. The test also prints which room changes which table.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { roomOf } from "./rooms.ts";
import { listFiles } from "./sources.ts";

/** Only this room changes this table; others call its functions, also inside of a transaction of their own. */
const owners: Record<string, string> = {
  asset: "server/library",
  collection: "server/library",
  collection_entry: "server/library",
  collection_picture: "server/library",
  library: "server/library",
  performance: "server/library",
  performance_song: "server/library",
  played_as: "server/library",
  playlist: "server/library",
  playlist_change: "server/library",
  playlist_entry: "server/library",
  position: "server/library",
  recording: "server/library",
  search_text: "server/library",
  song: "server/library",
  video: "server/library",
  heard: "server/listening",
  heard_part: "server/listening",
  heard_report: "server/listening",
  history_off: "server/listening",
  listened: "server/listening",
  feed: "server/feed",
  feed_device: "server/feed",
  moment: "server/moments",
  screen: "server/screen",
  audit: "server/history",
  change: "server/history",
  job: "server/queue",
  retention: "server/cleanup",
  upload: "server/intake",
  brought: "server/intake",
  seen_file: "server/intake",
  file_check: "server/backup",
  file_finding: "server/backup",
  backup_run: "server/backup",
  backup_piece: "server/backup",
  entitlement: "server/member",
  guest: "server/member",
  guest_decision: "server/member",
  identity: "server/member",
  invitation: "server/member",
  member: "server/member",
  provider_token: "server/member",
  secret_setting: "server/member",
  session: "server/member",
  sign_in_state: "server/member",
  webhook_seen: "server/member",
  broadcast: "server/live",
  live_receiver: "server/live",
  stream_key: "server/live",
  setting: "server/setup",
  site_picture: "server/setup",
  setup: "server/setup",
  check_up: "server/checkup",
  announced: "server/notices",
  live_stream: "server/notices",
  notice: "server/notices",
  notice_choice: "server/notices",
  notice_delivery: "server/notices",
  push_device: "server/notices",
  push_key: "server/notices",
  trouble: "server/notices",
};

describe("a table has one owner", () => {
  const writes = listFiles(["server"]).flatMap((file) => findWrites(file, readFileSync(file, "utf8")));

  it("which alone changes it", () => {
    printWrites(writes);
    expect(findForeign(writes)).toEqual([]);
    expect([...new Set(writes.map(({ table }) => table))].toSorted()).toEqual(Object.keys(owners).toSorted());
  });

  it("fails on a planted foreign write", () => {
    const planted = 'await trx.updateTable("video").set({ hidden: true }).execute();\n  trx\n    .deleteFrom("job")';
    expect(findForeign(findWrites("server/cleanup/cleanup.ts", planted))).toEqual([
      "server/cleanup/cleanup.ts changes video, which is server/library's",
      "server/cleanup/cleanup.ts changes job, which is server/queue's",
    ]);
  });
});

interface Write {
  file: string;
  table: string;
}

function findWrites(file: string, text: string): Write[] {
  // migrations make the tables
  if (file.startsWith("server/database/")) return [];
  const calls = text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*"(\w+)/g);
  return [...calls].map(([, table = ""]) => ({ file, table }));
}

function findForeign(writes: readonly Write[]): string[] {
  return writes
    .filter(({ file, table }) => owners[table] !== roomOf(file))
    .map(({ file, table }) => `${file} changes ${table}, which is ${owners[table] ?? "nobody"}'s`);
}

function printWrites(writes: readonly Write[]): void {
  const rows = Map.groupBy(writes, ({ table }) => table);
  const lines = [...rows].map(([table, list]) => {
    const places = Map.groupBy(list, ({ file }) => roomOf(file));
    return `  ${table.padEnd(16)} ${[...places].map(([room, found]) => `${room} ${found.length}`).join(", ")}`;
  });
  console.log(`Which room changes which table, and in how many places:\n${lines.toSorted().join("\n")}`);
}
