// What main.ts builds once and hands down: each function below takes the parts it needs and no more.
import type { Logger } from "pino";
import type { Config, Environment } from "./config.ts";
import type { Database, Trx } from "./database/open.ts";
import type { Keyring } from "./keyring.ts";
import type { Media } from "./media/media.ts";
import type { SettingName } from "./settings.ts";
import type { Watching } from "#server/media/watching.ts";

export interface Parts {
  /** The settings as they are now. The owner can change them, so read it in each request or job, not once before. */
  readonly config: Config;
  settings: LiveSettings;
  log: Logger;
  db: Database;
  keys: Keyring;
  media: Media;
  clock: Clock;
  watching: Watching;
  /** Tells the runner that there is new work, so that it need not wait for its next look. */
  wake(): void;
}

/** The same parts inside of a transaction. */
export type Within<Outside extends Pick<Parts, "db">, Inside extends Trx = Trx> = Omit<Outside, "db"> & { db: Inside };

/** Settings that are stored in the database, under those of the environment. */
export interface LiveSettings {
  /** After a change: makes what is stored count here. Other servers are told by the database. */
  reload(): Promise<void>;
  /** The settings as they would be with these changes; refuses when they do not fit together. */
  preview(changes: Environment): Promise<Config>;
  /** Whether the environment sets it, so that a stored value would not count. */
  isFixed(name: SettingName): boolean;
}

/** The time, replaceable in tests; everything that expires asks here. */
export interface Clock {
  now(): Date;
}
