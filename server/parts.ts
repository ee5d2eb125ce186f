// What main.ts builds once and hands down: each function below takes the parts it needs and no more.
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Database } from "./database/open.ts";
import type { Keyring } from "./keyring.ts";
import type { Media } from "./media/media.ts";

export interface Parts {
  config: Config;
  log: Logger;
  db: Database;
  keys: Keyring;
  media: Media;
  clock: Clock;
  /** Tells the runner that there is new work, so that it need not wait for its next look. */
  wake(): void;
}

/** The time, replaceable in tests; everything that expires asks here. */
export interface Clock {
  now(): Date;
}
