// What a process of the archive does: everything, or with PostgreSQL one part of it beside others.
import type { Config } from "./config.ts";
import { Refusal } from "./refusal.ts";
import { words } from "./words.ts";

/** web: answers people. worker: does the work of the queue, and answers only machines that look after it. */
const roles = ["all", "web", "worker"] as const;
export type Role = (typeof roles)[number];

/** Reads the words of the command line: --role=web. */
export function readRole(args: readonly string[]): Role {
  const given = args.findLast((word) => word.startsWith("--role="))?.slice("--role=".length) ?? "all";
  const role = roles.find((name) => name === given);
  if (!role) throw new Refusal("cannot-start", words.unknownRole(given, roles));
  return role;
}

export function requireRole(role: Role, { databaseUrl, demo }: Pick<Config, "databaseUrl" | "demo">): void {
  if (role === "all") return;
  if (!databaseUrl) throw new Refusal("cannot-start", words.roleNeedsPostgres(role));
  if (demo) throw new Refusal("cannot-start", words.roleInDemo(role));
}
