// A real archive as it runs in production, but with its sign-ins made beforehand and no stand-ins beside it, unless
// STAND_INS says so. PAGE_FOLDER names a built page.
import { startArchive } from "#server/main.ts";

const { STAND_INS, PAGE_FOLDER } = process.env;
const archive = await startArchive(process.env, {
  pageFolder: PAGE_FOLDER ?? null,
  ...(!STAND_INS && { standIns: { settings: {} } }),
});
process.once("SIGTERM", () => void archive[Symbol.asyncDispose]().then(() => process.exit(0)));
process.send?.("ready");
