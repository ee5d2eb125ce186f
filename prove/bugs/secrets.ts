// Bugs that let a secret out, or that let somebody else set the archive up.
import type { Bug } from "./bug.ts";

const canaries = { test: "prove/canaries.test.ts" };
const link = { test: "server/setup/setup.test.ts" };

export const secretBugs: readonly Bug[] = [
  {
    promise: "a listening history is only read by its member",
    file: "server/listening/history.ts",
    from: `.where("listened.member_id", "=", memberId)`,
    to: `.where("listened.member_id", "is not", null)`,
    test: "server/listening/heard.test.ts",
  },
  {
    promise: "where people listen most is hidden while fewer than eight have heard the recording",
    file: "server/listening/figures.ts",
    from: `if ((members.get(id) ?? 0) < leastMembers) return null;`,
    to: "",
    test: "server/listening/heard.test.ts",
  },
  {
    promise: "the log does not contain the key of the set-up link",
    file: "server/http/routes/owner/setup.ts",
    from: `const token = await openSetUpSession(parts, request.body.key);`,
    to: `const token = await openSetUpSession(parts, request.body.key);
    parts.log.info(request.body, "set-up was opened");`,
    ...canaries,
  },
  {
    promise: "no answer of set-up contains the secret of a client",
    file: "server/setup/steps.ts",
    from: `client_id: patreon?.clientId ?? null`,
    to: `client_id: patreon?.clientSecret ?? null`,
    ...canaries,
  },
  {
    promise: "the manifest of a backup does not contain the master key",
    file: "server/backup/backup.ts",
    from: `migrations, program, store: store.id`,
    to: `migrations, program: (await import("node:fs")).readFileSync(path.join(store.folder, "../secrets/master.key"), "hex"), store: store.id`,
    ...canaries,
  },
  {
    promise: "the metrics do not contain a secret",
    file: "server/http/measure/metrics.ts",
    from: `.send(await registry.metrics())`,
    to: `.send(\`\${await registry.metrics()}# \${parts.config.metricsToken}\`)`,
    ...canaries,
  },
  {
    promise: "the set-up link works once",
    file: "server/setup/link.ts",
    from: `      key_hash: null,\n      key_until: null,\n      session_hash`,
    to: `      session_hash`,
    ...link,
    name: "works once, and only with its key",
  },
  {
    promise: "the set-up link works only with its key",
    file: "server/setup/link.ts",
    from: `    .where("key_hash", "=", hashToken(key))\n`,
    to: "",
    ...link,
    name: "works once, and only with its key",
  },
  {
    promise: "the set-up link ends after a day",
    file: "server/setup/link.ts",
    from: `    .where("key_until", ">", now)\n`,
    to: "",
    ...link,
    name: "is the same each time it is printed until it is used, and ends a day after the last time",
  },
  {
    promise: "the set-up link never works after set-up",
    file: "server/setup/link.ts",
    from: `if (isSetUp) throw`,
    to: `if (isSetUp && (false as boolean)) throw`,
    ...link,
    name: "works from any address, where nothing else does",
  },
];
