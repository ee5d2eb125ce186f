// What can be wrong, for the table in docs/faults.md. The sentences come from the program itself, and each fault names
// the test that makes it happen.
import { words as check } from "#server/checkup/words.ts";
import { words as store } from "#server/media/store/words.ts";
import { words as setUp } from "#server/setup/words.ts";
import { findFault, type Machine } from "./install/checks.mjs";
import { words } from "./words.ts";

interface Fault {
  when: string;
  sentence: string;
  /** A file of tests that makes the fault happen, and the words of the sentence that it waits for. */
  test: string;
  proof: string;
}

const checks = "scripts/install/checks.test.ts";
const setUps = "server/setup/setup.test.ts";
const checkUps = "server/checkup/check-up.test.ts";
const addresses = "server/checkup/address.test.ts";
const [host, address, tier] = ["archive.example", "https://archive.example", "20550102"];

export async function listFaults(): Promise<Fault[]> {
  return [...(await listInstallFaults()), ...listSetUpFaults(), ...listCheckUpFaults()];
}

async function listInstallFaults(): Promise<Fault[]> {
  const good: Machine = {
    uid: 0,
    osRelease: "ID=debian\nVERSION_ID=12\n",
    checkout: "/root/stagedoor",
    exists: () => false,
    read: () => "",
    freeGb: () => 40,
    isPortFree: async () => true,
    lookUp: async () => ({ address: "192.0.2.1" }),
  };
  const refused = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
  const holds = (file: string) => (name: string) => name === file;
  const tried: [string, Partial<Machine>, string][] = [
    ["install: another system", { osRelease: 'ID=ubuntu\nPRETTY_NAME="Ubuntu 22.04"' }, "This is Ubuntu 22.04."],
    ["install: not root", { uid: 1000 }, "sudo npm run archive -- install"],
    ["install: the disk is full", { freeGb: () => 0.5 }, "0.5 GB is free"],
    ["install: the port is in use", { isPortFree: async (port) => port !== 8080 }, "Port 8080 is already in use"],
    [
      "install: another web server",
      { isPortFree: async (port) => port !== 443 },
      "Port 443 is already in use, probably",
    ],
    ["install: the name is unknown", { lookUp: refused("ENOTFOUND") }, "archive.example has no address in the DNS"],
    ["install: no DNS", { lookUp: refused("EAI_AGAIN") }, "The DNS does not answer"],
    [
      "install: an archive is in the clone",
      { exists: holds("/root/stagedoor/data/stagedoor.db") },
      "already an archive in /root",
    ],
    [
      "install: an archive was installed by hand",
      { exists: holds("/opt/stagedoor/package.json") },
      "installed by hand",
    ],
  ];
  const named = tried.map(async ([when, difference, proof]) => {
    const sentence = await findFault(["install", "--domain", host], { ...good, ...difference });
    return { when, sentence: sentence ?? "", test: checks, proof };
  });
  const nothing = { when: "upgrade or uninstall: nothing is installed", proof: "No archive is installed" };
  return [
    ...(await Promise.all(named)),
    { ...nothing, sentence: (await findFault(["upgrade"], good)) ?? "", test: checks },
    {
      when: "two archives on the machine",
      sentence: words.severalArchives(["/var/lib/stagedoor", "/root/stagedoor/data"]),
      test: "scripts/find-archive.test.ts",
      proof: "archives on this machine",
    },
    {
      when: "start: the port is in use",
      sentence: "Port 8080 is already in use. Stop the program that uses it, or set PORT to another number.",
      test: "server/main.test.ts",
      proof: "is already in use. Stop the program that uses it",
    },
  ];
}

function listSetUpFaults(): Fault[] {
  const [patreon, twitch] = ["Patreon", "Twitch"];
  return [
    ["the set-up link was used before", setUp.linkUsed, "setup-link"],
    ["Patreon: wrong secret", setUp.wrongClient(patreon), "does not accept this client id and secret"],
    ["Twitch: wrong secret", setUp.wrongClient(twitch), "Twitch does not accept this client id and secret"],
    ["Patreon does not answer", setUp.noAnswer(patreon), "Patreon does not answer at the moment"],
    ["Patreon: an account without a campaign", setUp.noCampaign("Rosalind"), "has no campaign"],
    ["Patreon: somebody else's campaign", setUp.notYourCampaign, "This campaign belongs to somebody else"],
    ["Patreon: a deleted tier", setUp.tierGone(tier), "no longer exists at Patreon"],
    [
      "Patreon: the permission was withdrawn",
      setUp.grantGone(patreon),
      "Patreon says that the permission was withdrawn",
    ],
    ["Twitch: the permission was withdrawn", setUp.grantGone(twitch), "Twitch says that the permission was withdrawn"],
    ["Twitch: a channel without subscriptions", setUp.noChannel("MossAndMarble"), "MossAndMarble has no subscriptions"],
    ["the address does not lead here", setUp.notReached(address), "could not be reached at"],
    ["another server is at the address", setUp.otherServer(address), "Something else answers"],
    ["the address is not https", setUp.notHttps, "must begin with https://"],
  ].map(([when = "", sentence = "", proof = ""]) => ({ when: `set-up: ${when}`, sentence, proof, test: setUps }));
}

function listCheckUpFaults(): Fault[] {
  const away = store.outage(store.bucketNotUsable("concerts", store.bucketReasons["ECONNREFUSED"] ?? ""));
  const proxy = "127.0.0.1";
  const rows = [
    [
      "Patreon: wrong secret",
      check.wrongClient("Patreon"),
      "Patreon does not accept the client id and secret",
      checkUps,
    ],
    [
      "Patreon: somebody else's campaign",
      check.foreignCampaign("7730118", "Rosalind Achterberg"),
      "does not belong to",
      checkUps,
    ],
    ["Patreon: a deleted tier", check.tiersGone([tier]), "no longer exists at Patreon", checkUps],
    ["Patreon: the permission was withdrawn", check.creatorGone, "it was withdrawn or has expired", checkUps],
    ["Patreon: a paused webhook", check.hookPaused(7), "it paused the webhook after 7 failed tries", checkUps],
    [
      "Twitch: the permission was withdrawn",
      check.broadcasterGone,
      "The broadcaster has withdrawn the permission",
      checkUps,
    ],
    [
      "Twitch does not report changes",
      check.eventsMissing(["channel.subscribe"]),
      "Twitch does not report channel.subscribe",
      checkUps,
    ],
    ["the proxy is not trusted", check.proxyNotTrusted(proxy), "is not in TRUSTED_PROXIES", checkUps],
    ["the proxy does not say who asks", check.proxySilent(proxy), "does not send X-Forwarded-For", addresses],
    ["the proxy believes every client", check.proxyBelieves(proxy), "that visitors send", addresses],
    ["the certificate was not renewed", check.certificateEnds(host, check.days(13)), "expires in 13 days", addresses],
    ["the certificate has expired", check.certificateEnded(host), "has expired", addresses],
    ["a wrong clock", check.wrongClock("10 minutes", "ahead of", "Patreon"), "10 minutes ahead of Patreon", checkUps],
    ["the disk is full", check.noSpace("1.2 GB"), "so nothing new is added", checkUps],
    ["the storage does not answer", away, "nothing answers at S3_ENDPOINT", "server/checkup/storage.test.ts"],
    ["no sandbox", check.noBubblewrap, "bubblewrap is not installed", checkUps],
    [
      "the machine does not allow the sandbox",
      check.bubblewrapNotAllowed("bwrap: Can't open source /usr: Function not implemented", check.hostForbids),
      "this machine does not allow what it needs",
      checkUps,
    ],
    [
      "the sandbox does not work",
      check.bubblewrapBroken("bwrap: Unknown option --unshare-all"),
      "bubblewrap is installed, but does not work",
      checkUps,
    ],
    ["no backup", check.noBackup, "There is no backup yet", checkUps],
    ["an old backup", check.oldBackup("2026-11-01", "/mnt/backups"), "The last backup, made on", checkUps],
    ["an incomplete backup", check.backupWithFaults(2, "/mnt/backups"), "lacks 2 files", checkUps],
    ["a wrong copy of the key", check.otherChecksum, "not the checksum of the key in use", checkUps],
    [
      "the archive is not running",
      check.notRunning("http://127.0.0.1:8080"),
      "The archive does not answer at",
      "scripts/check.test.ts",
    ],
  ] as const;
  return rows.map(([when, sentence, proof, test]) => ({ when: `check-up: ${when}`, sentence, proof, test }));
}
