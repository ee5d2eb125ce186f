// What is being prepared right now would overwrite what an editor changes, so the editor has to wait.
import type { Database } from "#server/database/open.ts";
import type { VideoRow } from "#server/library/video.ts";
import { jobOf, type Step } from "#server/prepare/steps.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

export async function requirePrepared(
  db: Database,
  { id, state }: Pick<VideoRow, "id" | "state">,
  steps: readonly Step[],
): Promise<void> {
  const job = await db
    .selectFrom("job")
    .select("id")
    .where("key", "=", id)
    .where("kind", "in", ["first" as const, ...steps].map(jobOf))
    .where("state", "in", ["waiting", "running"])
    .executeTakeFirst();
  if (job || state !== "published") throw new Refusal("conflict", words.preparing);
}
