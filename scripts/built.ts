// What scripts/build-server.ts makes.

/** What `npm start` and the installed server run. */
export const builtServer = "server/dist/main.js";
/** What `npm run archive` and the installed `stagedoor` run. */
export const builtCommands = "server/dist/archive.js";
