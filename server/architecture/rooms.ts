// What each folder is for, and which other folders it may import. The tests beside this file fail when the code does not
// keep to it; docs/map.md shows it as a table (run: node scripts/rooms-table.ts).

interface Room {
  purpose: string;
  /** Folders of the same half: in server/library, "media" means server/media. Others are named with a slash at their end. */
  imports: string;
}

/** A room is a folder, or a single file at the root of server/. Types count like values. */
export const rooms: Record<string, Room> = {
  contract: {
    purpose: "what server and page agree on: the calls, and schemas that are types, checks and API documents at once",
    imports: "",
  },
  server: {
    purpose:
      "settings, the parts that main.ts builds, the one error class, the master key, what may run only once at a time",
    imports: "database media text",
  },
  "server/main.ts": {
    purpose: "starts the archive: builds its parts, and closes them in reverse order",
    imports: "backup checkup database http intake library listening live media member notices prepare queue setup work",
  },
  "server/http": {
    purpose:
      "the only folder that imports Fastify. `request/`: what every request passes. `load/`: the overload queue. `routes/`: one file per resource",
    imports:
      "access checkup cleanup feed history intake library listening live media member moments notices prepare screen setup undo work",
  },
  "server/member": {
    purpose:
      "people: sign-in, sessions, guests, deleting an account; `providers/` alone knows Patreon's and Twitch's API",
    imports: "access database history queue",
  },
  "server/access": {
    purpose: "who may see and do what: pure functions from stored facts to a decision with its reasons",
    imports: "database",
  },
  "server/library": {
    purpose: "recordings, songs, set lists, members' lists, collections and positions: reading, editing, search",
    imports: "access database history media notices text",
  },
  "server/listening": {
    purpose: "what is heard: counted for everybody together, and each member's own history",
    imports: "access database library",
  },
  "server/history": {
    purpose: "the record of every change, its wording, and which changes can be undone",
    imports: "database",
  },
  "server/undo": {
    purpose: "undoes entries of the history, kind by kind",
    imports: "cleanup database history intake library member setup",
  },
  "server/intake": {
    purpose:
      "a file becomes a recording: uploads, the folder `incoming`, import, the demo; what a file says about itself",
    imports: "access database history library media notices prepare queue text",
  },
  "server/live": {
    purpose:
      "a stream becomes a recording: stream keys, the process that encoders send to, the file that grows; `rtmp/`: what encoders say",
    imports: "database intake library media member",
  },
  "server/prepare": {
    purpose: "a recording becomes playable: the steps of preparing",
    imports: "access database library media queue recognise",
  },
  "server/recognise": {
    purpose: "what songs a recording has, by ear: the harmony of recordings, and finding it again in others",
    imports: "text",
  },
  "server/feed": { purpose: "private podcast feeds", imports: "access database library media member prepare setup" },
  "server/moments": {
    purpose: "moments that members share by a link",
    imports: "access database library media member prepare",
  },
  "server/screen": { purpose: "playing on a television", imports: "access library media member prepare" },
  "server/cleanup": {
    purpose: "deleting by the owner's rule: the rule, the plan, the guards, the trash, deleting for good",
    imports: "access database history library media prepare queue",
  },
  "server/backup": {
    purpose:
      "backup, restore, verify, moving to another database or storage; `offsite/`: backups that leave the machine",
    imports: "cleanup database history media prepare queue",
  },
  "server/setup": {
    purpose: "set-up in the browser, and the settings that the owner changes later",
    imports: "backup cleanup database history intake library media member queue",
  },
  "server/checkup": {
    purpose: "whether providers, address, machine and backups are right, and what to do if not",
    imports: "backup database media member queue setup",
  },
  "server/notices": {
    purpose: "what is told to whom, by Discord, mail, push or the owner's own address",
    imports: "access database media member queue",
  },
  "server/work": {
    purpose: "the queue as editors see it, and which runner does which jobs",
    imports: "access backup cleanup database intake library media prepare queue",
  },
  "server/queue": {
    purpose: "jobs in the database and the loop that runs them; knows no job by name",
    imports: "database",
  },
  "server/media": {
    purpose:
      "files, never the database. `store/`: disk, bucket and sending. `ffmpeg/`: arguments and sandbox. `fragments/`: MP4 boxes, playlists and the judge. `facts/`: pure decisions about a file",
    imports: "text",
  },
  "server/text": {
    purpose: "texts of strangers: signs taken off their ends, and long ones read in a thread of their own",
    imports: "",
  },
  "server/database": { purpose: "Kysely on SQLite or PostgreSQL, and the migrations", imports: "" },
  web: {
    purpose: "one typed fetch, who is signed in, and what several folders ask the server for",
    imports: "memory saved",
  },
  "web/app": {
    purpose: "the routes of the page, its header and footer",
    imports: "library lists member memory player saved search setup songs studio ui",
  },
  "web/library": {
    purpose: "the home page: list, filter, and editing one recording",
    imports: "lists memory ui undo",
  },
  "web/player": {
    purpose:
      "the video page. `engine/` alone touches the media elements; `borders/` edits a set list on the waveform, `share/` shares a moment",
    imports: "lists memory ui undo",
  },
  "web/songs": {
    purpose: "the list of songs, one song, and the editor's set list form",
    imports: "feed lists ui undo",
  },
  "web/search": {
    purpose: "the box in the header, and what a search finds, by kind",
    imports: "lists memory ui",
  },
  "web/lists": {
    purpose: "favourites, playlists, collections, and starting the queue",
    imports: "feed memory ui undo",
  },
  "web/feed": { purpose: "the button and the dialog of one's podcast feed", imports: "ui" },
  "web/saved": { purpose: "recordings that are saved in this browser", imports: "memory ui" },
  "web/member": { purpose: 'signing in, "No access", and the account', imports: "feed memory ui" },
  "web/studio": {
    purpose: "the studio, where editors work",
    imports: "library lists memory player songs tiers ui undo",
  },
  "web/setup": { purpose: "the page /setup", imports: "tiers ui" },
  "web/tiers": { purpose: "choosing who may watch, for /setup and the studio's settings", imports: "ui" },
  "web/memory": { purpose: "what this browser remembers, and whose memory it is", imports: "" },
  "web/undo": { purpose: "the one Undo: says what was done, and undoes it by the ids of the history", imports: "ui" },
  "web/ui": { purpose: "buttons, fields and other parts without a product word; theme, base styles", imports: "" },
  emulator: { purpose: "a local Patreon and Twitch for the demo and the tests", imports: "" },
  scripts: {
    purpose: "what a person runs: set-up, building, tests, `npm run archive`, installing",
    imports:
      "server/ server/architecture/ server/backup/ server/checkup/ server/cleanup/ server/database/ server/intake/ server/media/ server/setup/ server/testing/ server/text/",
  },
  e2e: {
    purpose: 'tests of the whole product in a real browser ("journeys")',
    imports: "scripts/ server/ server/database/ server/media/ server/testing/",
  },
  prove: { purpose: 'long tests that count how often a promise is broken ("rigs")', imports: "everything" },
  bench: { purpose: "measurements, each against something comparable", imports: "everything" },
};

/** Every file may import what its room lists; every file may import the contract, and those of server/ and web/ the files at their root. */
export function mayImport(from: string, to: string): boolean {
  const [top = ""] = from.split("/");
  if (to === "contract" || (to === top && from !== top)) return from !== "contract" && from !== "emulator";
  const { imports } = rooms[from] ?? { imports: "" };
  return imports === "everything" || readImported(from).includes(to);
}

/** The rooms that a room lists, by their full names. */
export function readImported(room: string): string[] {
  const [top = ""] = room.split("/");
  const names = (rooms[room]?.imports ?? "").split(" ").filter((name) => name !== "" && name !== "everything");
  return names.map((name) => (name.endsWith("/") ? name.slice(0, -1) : `${top}/${name}`));
}

export function roomOf(file: string): string {
  if (rooms[file]) return file;
  const [top = "", second = ""] = file.split("/");
  return (top === "server" || top === "web") && !second.includes(".") ? `${top}/${second}` : top;
}
