// Settings that the owner made in the browser: rows under the names of settings.ts, secrets sealed with the master key.
import type { Environment } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { settingNames, settings, type SettingName } from "#server/settings.ts";
import { words } from "./words.ts";

/** An empty text removes a setting. */
export type NewValues = Partial<Record<SettingName, string>>;

/** Gives stored values as if the environment said them; readConfig gives the environment itself the last word. */
export async function readStored({ db, keys }: Pick<Parts, "db" | "keys">): Promise<Environment> {
  const rows = await db.selectFrom("setting").select(["name", "value"]).execute();
  const known = rows.flatMap(({ name, value }) => {
    const setting = settingNames.find((one) => one === name);
    return setting ? [[setting, value] as const] : [];
  });
  return Object.fromEntries(
    known.map(([name, value]) => {
      if (!settings[name].secret) return [name, value];
      const text = keys.unseal(value, purpose(name));
      if (text === undefined) throw new Refusal("cannot-start", words.cannotUnseal(name));
      return [name, text];
    }),
  );
}

/** Call it in a transaction, and reloadSettings of the parts after it. */
export async function saveStored(
  db: Database,
  { keys, clock }: Pick<Parts, "keys" | "clock">,
  values: NewValues,
): Promise<void> {
  const changed_at = clock.now();
  for (const [name, text] of Object.entries(values) as [SettingName, string][]) {
    if (text === "") {
      await db.deleteFrom("setting").where("name", "=", name).execute();
      continue;
    }
    const value = settings[name].secret ? keys.seal(text, purpose(name)) : text;
    await db
      .insertInto("setting")
      .values({ name, value, changed_at })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value, changed_at }))
      .execute();
  }
}

/** For programs that need not know the secrets; see readStored. */
export async function findStored(db: Database, name: SettingName): Promise<string | undefined> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return settings[name].secret ? undefined : row?.value;
}

function purpose(name: SettingName): string {
  return `setting|${name}`;
}
