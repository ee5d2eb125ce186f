// A real archive as it runs in production, but with its sign-ins made beforehand: no stand-ins beside it.
import { startArchive } from "#server/main.ts";

const archive = await startArchive(process.env, { pageFolder: null, standIns: { settings: {} } });
process.once("SIGTERM", () => void archive[Symbol.asyncDispose]().then(() => process.exit(0)));
process.send?.("ready");
