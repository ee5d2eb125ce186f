// Removes every member, with their logins and sessions: when the demo ends, its people are nobody's.
import type { Trx } from "#server/database/open.ts";
import { forgetAllOlder } from "./unsettled.ts";

/** Call it in a transaction, and forgetAllOlder once more after it. */
export async function forgetEveryone(trx: Trx): Promise<void> {
  await trx.deleteFrom("sign_in_state").execute();
  await trx.deleteFrom("guest").execute();
  await trx.deleteFrom("invitation").execute();
  await trx.deleteFrom("member").execute();
  await trx.deleteFrom("webhook_seen").execute();
  forgetAllOlder(trx);
}
