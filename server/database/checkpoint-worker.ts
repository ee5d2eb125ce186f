// A thread of its own: moves SQLite's log into the database when asked to, while the archive reads and writes.
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

const database = new DatabaseSync(workerData as string);
database.exec("pragma busy_timeout = 5000");
const move = database.prepare("pragma wal_checkpoint(passive)");

parentPort?.on("message", () => {
  move.all();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  parentPort?.postMessage("moved");
});
