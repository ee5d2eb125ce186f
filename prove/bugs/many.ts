// Bugs about many: members behind one address, recordings in a search, files of an import, values in memory.
import type { Bug } from "./bug.ts";

const limits = "server/http/door/limits.test.ts";
const messy = "scripts/import-messy.test.ts";
const search = "server/library/search/search.test.ts";

export const manyBugs: readonly Bug[] = [
  {
    promise: "what is heard counts once, however often it is reported",
    file: "server/listening/count.ts",
    from: `const known = Math.min(length, Math.max(0, counted - at));`,
    to: `const known = 0;`,
    test: "server/listening/heard.test.ts",
  },
  {
    promise: "who asks for little does not wait for all who ask for much",
    file: "server/media/store/sending/send.ts",
    from: `if (begun < atMost) begin(work);`,
    to: `if (begun >= 0) begin(work);`,
    test: "server/media/store/sending/spread.test.ts",
  },
  {
    promise: "members behind one busy address are served while strangers there are refused",
    file: "server/http/door/limits.ts",
    from: `waitSeconds > 0 && !mayBeKnown(request) ?`,
    to: `waitSeconds > 0 ?`,
    test: limits,
  },
  {
    promise: "strangers behind one busy address are refused, also with a cookie that they made up",
    file: "server/http/door/limits.ts",
    from: `(request.isBeyondShare && !id && limit !== "callback")`,
    to: `false`,
    test: limits,
  },
  {
    promise: "hundreds of members behind one address can finish the logins that they began",
    file: "server/http/door/limits.ts",
    from: `limitOf(request) === "callback" ? browserCookie : sessionCookie`,
    to: `sessionCookie`,
    test: limits,
  },
  {
    promise: "who guesses logins is refused after a few",
    file: "server/http/door/limits.ts",
    from: `void addresses.count(subnetOf(ip), "guess", most())`,
    to: `undefined`,
    test: "prove/premiere.test.ts",
  },
  {
    promise: "a server that only waits for a core refuses nobody",
    file: "server/http/load/own-load.ts",
    from: `delayMs > lateMs && busy > busyShare`,
    to: `delayMs > lateMs`,
    test: "server/http/load/own-load.test.ts",
  },
  {
    promise: "remembered values are bounded",
    file: "server/remember.ts",
    from: `maxSize: limits.most,`,
    to: `maxSize: 1e9,`,
    test: "server/remember.test.ts",
  },
  {
    promise: "what was read before a change is not remembered after it",
    file: "server/remember.ts",
    from: `if (timesForgotten === before) values.set`,
    to: `values.set`,
    test: "server/remember.test.ts",
  },
  {
    promise: "search finds a word with or without its accents",
    file: "contract/search/fold.ts",
    from: `.normalize("NFKD")`,
    to: `.normalize("NFKC")`,
    test: "server/library/search/scripts.test.ts",
  },
  {
    promise: "search finds nothing of what a member may not watch",
    file: "server/library/search/texts.ts",
    from: `.where(watchableBy(audience))`,
    to: ``,
    test: search,
  },
  {
    promise: "signs that mean something to a database are searched like letters",
    file: "server/library/search/match.ts",
    from: `word.replace(/[\\\\%_]/g, "\\\\$&")`,
    to: `word`,
    test: search,
  },
  {
    promise: "smaller sizes are made only for what the owner has chosen",
    file: "server/prepare/sizes.ts",
    from: `return askedAt !== null;`,
    to: `return true;`,
    test: "server/prepare/sizes.test.ts",
  },
  {
    promise: "an import takes the date from the source that is trusted most",
    file: "server/intake/reading/trust.ts",
    from: `    "file-name",
    "folder-name",
    "tags",
    "clock",`,
    to: `    "clock",
    "tags",
    "folder-name",
    "file-name",`,
    test: messy,
  },
  {
    promise: "an import never overwrites what a person has edited",
    file: "server/intake/update.ts",
    from: `if (isEdited) edited.push(field);`,
    to: `if (isEdited && reason.isGuess) edited.push(field);`,
    test: messy,
  },
  {
    promise: "a file that was changed since an import is read again",
    file: "server/intake/seen-file.ts",
    from: `    .where("print", "=", print)
`,
    to: ``,
    test: "scripts/import.test.ts",
  },
  {
    promise: "entities in a description beside a recording are not expanded",
    file: "server/intake/formats/plain-xml.ts",
    from: `if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return undefined;`,
    to: ``,
    test: "scripts/import-bad-sidecars.test.ts",
  },
  {
    promise: "a deep description beside a recording is refused before it is parsed",
    file: "server/intake/formats/bounded-json.ts",
    from: `if (!isBounded(text)) return undefined;`,
    to: ``,
    test: "server/intake/formats/sidecars.test.ts",
  },
];
