// Which room may import which, as a table. The tests beside it fail when the code does not keep to it.

/** A room is a folder, or a single file at the root of server/ or web/. What each may import; types count like values. */
export const arrow: Record<string, readonly string[]> = {
  contract: [],
  emulator: [],
  // settings, config, refusal, keyring, parts, one-at-a-time, remember: what every folder may know
  server: ["contract", "server/database", "server/media"],
  "server/database": ["contract", "server"],
  "server/media": ["contract", "server"],
  "server/queue": ["contract", "server", "server/database"],
  "server/access": ["contract", "server", "server/database"],
  "server/history": ["contract", "server", "server/database"],
  "server/library": [
    ...["contract", "server", "server/database", "server/media", "server/access", "server/history"],
    "server/notices",
  ],
  "server/member": ["contract", "server", "server/database", "server/queue", "server/access", "server/history"],
  "server/notices": [...below(), "server/member"],
  "server/prepare": [...below(), "server/library"],
  "server/intake": [...below(), "server/library", "server/prepare", "server/notices"],
  "server/cleanup": [...below(), "server/library", "server/prepare"],
  "server/backup": [...below(), "server/library", "server/prepare", "server/cleanup"],
  "server/work": [...below(), ...["library", "prepare", "intake", "cleanup", "backup"].map((room) => `server/${room}`)],
  "server/setup": [
    ...below(),
    ...["library", "member", "intake", "cleanup", "backup", "notices"].map((room) => `server/${room}`),
  ],
  "server/checkup": [...below(), "server/member", "server/setup", "server/backup"],
  "server/feed": [...below(), "server/library", "server/member", "server/prepare", "server/setup"],
  "server/moments": [...below(), "server/library", "server/member", "server/prepare"],
  "server/screen": [...below(), "server/library", "server/member", "server/prepare"],
  "server/http": [
    ...[
      "contract",
      "server",
      "server/feed",
      "server/moments",
      "server/screen",
      "server/access",
      "server/history",
      "server/library",
      "server/media",
      "server/member",
    ],
    ...["server/prepare", "server/intake", "server/cleanup", "server/work", "server/setup", "server/checkup"],
    "server/notices",
  ],
  "server/main.ts": [
    ...below(),
    ...["library", "member", "prepare", "intake", "cleanup", "backup", "work", "setup", "checkup", "http"].map(
      (room) => `server/${room}`,
    ),
    "server/notices",
  ],
  "web/memory": ["contract", "web"],
  "web/ui": ["contract", "web", "web/memory"],
  "web/undo": ["contract", "web", "web/ui"],
  "web/feed": ["contract", "web", "web/ui"],
  "web/saved": ["contract", "web", "web/memory", "web/ui"],
  "web/lists": ["contract", "web", "web/memory", "web/ui", "web/undo", "web/feed"],
  "web/library": ["contract", "web", "web/memory", "web/ui", "web/undo", "web/lists"],
  "web/player": ["contract", "web", "web/memory", "web/ui", "web/undo", "web/lists"],
  "web/songs": ["contract", "web", "web/memory", "web/ui", "web/undo", "web/lists", "web/feed"],
  "web/member": ["contract", "web", "web/memory", "web/ui", "web/feed"],
  "web/studio": ["contract", "web", "web/memory", "web/ui", "web/undo", "web/tiers"],
  "web/setup": ["contract", "web", "web/ui", "web/tiers"],
  "web/tiers": ["contract", "web", "web/ui"],
  "web/app": [
    ...[
      "contract",
      "web",
      "web/memory",
      "web/ui",
      "web/library",
      "web/player",
      "web/songs",
      "web/lists",
      "web/saved",
      "web/member",
      "web/studio",
    ],
    "web/setup",
  ],
  web: ["contract", "web/memory", "web/saved"],
  scripts: [
    ...["contract", "server", "server/database", "server/media", "server/library", "server/intake"],
    ...["server/cleanup", "server/backup", "server/setup", "server/checkup"],
  ],
  // what judges the product: it may know all of it, and nothing of the product knows it
  prove: ["contract", "emulator", "scripts", "server/testing", "server/main.ts", ...rooms()],
  bench: ["contract", "emulator", "scripts", "server/testing", "server/main.ts", ...rooms()],
  e2e: ["contract", "emulator", "scripts", "server/testing", "server", "server/database", "server/media"],
};

function below(): string[] {
  const names = ["database", "media", "queue", "access", "history"];
  return ["contract", "server", ...names.map((name) => `server/${name}`)];
}

function rooms(): string[] {
  const names = [
    ...["library", "member", "prepare", "intake", "cleanup", "backup", "work", "setup", "checkup", "feed", "http"],
    ...["notices", "moments", "screen"],
  ];
  return [...below(), ...names.map((name) => `server/${name}`)];
}

export function roomOf(file: string): string {
  if (arrow[file]) return file;
  const [top = "", second = ""] = file.split("/");
  return (top === "server" || top === "web") && !second.includes(".") ? `${top}/${second}` : top;
}
