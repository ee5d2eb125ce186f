// A real archive as it runs in production, with members who are already signed in. It starts no emulator, unless
// STAND_INS names a file with the emulator's settings. PAGE_FOLDER names a built page.
import { readFileSync } from "node:fs";
import type { Environment } from "#server/config.ts";
import { startArchive } from "#server/main.ts";

const { STAND_INS, PAGE_FOLDER } = process.env;
const settings = STAND_INS ? (JSON.parse(readFileSync(STAND_INS, "utf8")) as Environment) : {};
const archive = await startArchive(process.env, { pageFolder: PAGE_FOLDER ?? null, standIns: { settings } });
process.once("SIGTERM", () => void archive[Symbol.asyncDispose]().then(() => process.exit(0)));
process.send?.("ready");
