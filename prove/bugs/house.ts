// Bugs that break a rule of the house: who may change a table, and who may import what.
import type { Bug } from "./bug.ts";

export const houseBugs: readonly Bug[] = [
  {
    promise: "a table is changed only by the folder that owns it",
    file: "server/cleanup/trash.ts",
    from: `await markTrashed(trx, row, { now, why });`,
    to: `await trx.updateTable("video").set({ trashed_at: now }).where("id", "=", row.id).execute();`,
    test: "server/architecture/tables.test.ts",
  },
  {
    promise: "no two files of the product import each other",
    file: "server/access/entitlement.ts",
    from: `import type { Provider } from "#contract/member.ts";`,
    to: `import type { Provider } from "#contract/member.ts";\nimport type {} from "./permission.ts";`,
    test: "server/architecture/circles.test.ts",
  },
  {
    promise: "no two files of the tests import each other, either",
    file: "prove/results.ts",
    from: `import { existsSync`,
    to: `export { safetyFile } from "./report.ts";\nimport { existsSync`,
    test: "server/architecture/circles.test.ts",
  },
  {
    promise: "a folder imports only what the map says",
    file: "server/library/list.ts",
    from: `import { foldWords } from "#contract/search/fold.ts";`,
    to: `import { foldWords } from "#contract/search/fold.ts";\nimport type {} from "#server/http/app.ts";`,
    test: "server/architecture/imports.test.ts",
  },
];
