// The archive is the owner's: pictures, colour, texts and links, from Studio > Settings to the page and previews of links.
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Look } from "#contract/look.ts";
import type { Problem } from "#contract/problem.ts";
import type { Site } from "#contract/site.ts";
import type { HistoryEntry } from "#contract/studio.ts";
import { readPictureSize } from "#server/media/facts/picture-size.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { openClips, type Clips } from "#server/testing/clips.ts";
import { heavyKinds } from "#server/testing/databases.ts";

type Changed = { look: Look; change: string | null };

let clips: Clips;
const stack = new AsyncDisposableStack();
let pageFolder = "";
beforeAll(async () => {
  clips = stack.use(await openClips());
  pageFolder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-look-"))).path;
  for (const name of ["index.html", "public/manifest.webmanifest"])
    await writeFile(path.join(pageFolder, path.basename(name)), await readFile(path.join("web", name)));
});
afterAll(() => stack.disposeAsync());

/** Bright letters without a background. */
const makeLogo = async (color = "0xf0f0f0") =>
  readFile(
    await clips.make(
      `logo-${color}.png`,
      `-f lavfi -i color=c=${color}:s=520x120,format=rgba,pad=600:200:40:40:color=black@0 -frames:v 1`,
    ),
  );
/** With a comment in it, as cameras write where a photo was taken. */
async function makePhoto(): Promise<Buffer> {
  const plain = await readFile(await clips.make("photo.jpg", "-f lavfi -i testsrc2=s=2000x1500 -frames:v 1"));
  const comment = Buffer.from("\u00ff\u00fe\u0000\u000dsecretplace", "latin1");
  return Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]);
}

async function openOwned(options: Parameters<typeof openTestArchive>[0] = {}) {
  const archive = await openTestArchive({ pageFolder, ...options });
  const owner = archive.openBrowser();
  await owner.signIn("patron-owner");
  return { archive, owner };
}

const upload = (owner: Browser, kind: string, bytes: Buffer) =>
  owner.ask<Changed & Problem>(`PUT /api/settings/picture/${kind}`, { picture: bytes.toString("base64") });
const change = (owner: Browser, fields: object) => owner.ask<Changed & Problem>("PUT /api/settings/look", fields);
const undo = (owner: Browser, id: string | null) => owner.ask<Problem>("POST /api/history/undo", { changes: [id] });
const readSite = async (archive: TestArchive) => (await archive.openBrowser().ask<Site>("GET /api/site")).body;
const readPage = async (archive: TestArchive, at = "/") => (await fetch(`${archive.url}${at}`)).text();
const get = (archive: TestArchive, address = "") => fetch(`${archive.url}${address}`);

describe.each(heavyKinds("postgres"))("on %s", (kind) => {
  it("an uploaded logo is made again in every size, and is in the page, the manifest and previews of links", async () => {
    const { archive, owner } = await openOwned({ kind });
    await using _archive = archive;
    const logo = await makeLogo();
    const { status, body } = await upload(owner, "logo", logo);
    expect([status, body.detail]).toEqual([200, undefined]);
    const { logo: shown } = await readSite(archive);
    expect(shown).toMatchObject({ width: 480, height: 160, plate: "light" });
    const served = await get(archive, shown?.url);
    expect(served.headers.get("content-type")).toBe("image/png");
    expect(served.headers.get("cache-control")).toContain("immutable");
    expect(served.headers.get("content-security-policy")).toContain("default-src 'none'");
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.equals(logo)).toBe(false);
    expect(readPictureSize(bytes)).toEqual({ format: "png", width: 480, height: 160 });

    const page = await readPage(archive);
    expect(page).toContain(`data-logo="${shown?.url}"`);
    const manifest = (await (await get(archive, "/manifest.webmanifest")).json()) as { icons: { src: string }[] };
    const addresses = [
      ...manifest.icons.map(({ src }) => src),
      ...[...page.matchAll(/<link rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g)].map(([, address]) => address),
      ...[...page.matchAll(/property="og:image" content="([^"]+)"/g)].map(
        ([, address = ""]) => new URL(address).pathname,
      ),
    ];
    expect(addresses).toHaveLength(5);
    for (const address of addresses) {
      const answer = await get(archive, address);
      expect(readPictureSize(Buffer.from(await answer.arrayBuffer()))).toEqual({
        format: "png",
        width: 512,
        height: 512,
      });
    }
    expect(page).not.toContain("mark.svg");
  });

  it("each change can be undone, and a picture that was replaced is not served any more", async () => {
    const { archive, owner } = await openOwned({ kind });
    await using _archive = archive;
    const first = (await upload(owner, "logo", await makeLogo())).body;
    const second = (await upload(owner, "logo", await makeLogo("0x202020"))).body;
    expect(second.look.logo.url).not.toBe(first.look.logo.url);
    expect((await get(archive, first.look.logo.url ?? "")).status).toBe(404);
    expect((await undo(owner, second.change)).status).toBe(200);
    expect((await readSite(archive)).logo?.url).toBe(first.look.logo.url);
    expect((await get(archive, first.look.logo.url ?? "")).status).toBe(200);
    expect((await get(archive, second.look.logo.url ?? "")).status).toBe(404);

    const colored = (await change(owner, { accent_color: "#C2410C" })).body;
    const again = (await change(owner, { accent_color: "#0a7" })).body;
    expect(again.look.accent_color.value).toBe("#00aa77");
    const late = await undo(owner, colored.change);
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("changed again since")]);
    expect((await undo(owner, again.change)).status).toBe(200);
    expect((await undo(owner, colored.change)).status).toBe(200);
    const { body: look } = await owner.ask<Look>("GET /api/settings/look");
    expect(look.accent_color.value).toBe("");
    const { body } = await owner.ask<{ entries: HistoryEntry[] }>("GET /api/history?kind=settings");
    expect(body.entries.map(({ sentence }) => sentence)).toContain("Changed the accent colour.");
    expect(body.entries.map(({ sentence }) => sentence)).toContain("Changed the logo.");
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    expect((await editor.ask("GET /api/history?kind=settings")).status).toBe(403);
    expect((await undo(editor, again.change)).status).toBe(403);
  });
});

describe("what the owner says", () => {
  it("is on the front page and in previews of links, and nothing in it becomes part of the page", async () => {
    const { archive, owner } = await openOwned();
    await using _archive = archive;
    await owner.ask("PUT /api/settings", { name: 'Lamp "Room" </title><script>x</script>' });
    const { status } = await change(owner, {
      welcome_text: "Hello & welcome.\n<script>alert(1)</script> $& $1",
      link_discord: "https://discord.example/abc",
      contact: "band@archive.example",
      privacy_text: "We keep little.\n\nAsk us.",
      default_theme: "dark",
      accent_color: "#c2410c",
    });
    expect(status).toBe(200);
    expect(await readSite(archive)).toMatchObject({
      welcome: {
        text: "Hello & welcome.\n<script>alert(1)</script> $& $1",
        links: [{ name: "Discord", url: "https://discord.example/abc" }],
      },
      contact: "mailto:band@archive.example",
      privacy: true,
    });
    const { body: privacy } = await archive.openBrowser().ask("GET /api/site/privacy");
    expect(privacy).toEqual({ text: "We keep little.\n\nAsk us.", heard_days: 730 });
    const page = await readPage(archive, "/video/some-recording");
    expect(page).toContain('data-default-theme="dark"');
    expect(page).toContain(
      'property="og:title" content="Lamp &#34;Room&#34; &#60;/title&#62;&#60;script&#62;x&#60;/script&#62;"',
    );
    expect(page).toContain('content="Hello &#38; welcome. &#60;script&#62;alert(1)&#60;/script&#62; $&#38; $1"');
    expect(page).not.toContain("<script>");
    expect(page).toContain('property="og:url" content="' + archive.url + '/"');
    const nonces = [...page.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
    expect(nonces).toHaveLength(2);
    expect(new Set(nonces).size).toBe(1);
    expect(page).toMatch(/<style data-accent nonce="[^"]+">:root:root\{--lamp:light-dark\(#c2410c,#/);
    const manifest = (await (await get(archive, "/manifest.webmanifest")).json()) as { name: string };
    expect(manifest.name).toBe('Lamp "Room" </title><script>x</script>');
  });

  it("is left out where it is not set", async () => {
    const { archive } = await openOwned();
    await using _archive = archive;
    expect(Object.keys(await readSite(archive)).toSorted()).toEqual([
      "demo",
      "name",
      "offline_days",
      "patreon",
      "twitch",
      "version",
    ]);
    expect((await get(archive, "/api/site/privacy")).status).toBe(404);
    const page = await readPage(archive);
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('href="/mark.svg"');
    expect(page).not.toMatch(/<style|og:image/);
    expect(page).toContain('property="og:title" content="Stagedoor"');
  });

  it("is refused with a sentence when it is not what the field asks for, and nothing of the call is kept", async () => {
    const { archive, owner } = await openOwned();
    await using _archive = archive;
    const cases = [
      [{ accent_color: "red" }, 'The accent colour must be a colour such as #c2410c, not "red".'],
      [{ accent_color: "#12345g" }, "The accent colour must be a colour"],
      [{ link_twitch: "http://twitch.example" }, "The link to Twitch must be an address that begins with https://"],
      [{ link_patreon: "javascript:alert(1)" }, "The link to Patreon must be an address"],
      [{ link_discord: "https://me:pass@discord.example" }, "The link to Discord must be an address"],
      [{ contact: "call me" }, "The contact must be an email address, or an address that begins with https://"],
      [{ contact: "data:text/html,x" }, "The contact must be an email address"],
      [{ contact: "a@b.example?bcc=all@b.example" }, "The contact must be an email address"],
      [{ default_theme: "pink" }, "The default theme must be one of auto, light, dark"],
      [{ welcome_text: "x".repeat(1001) }, "The text on the front page must have at most 1000 characters."],
      [{ privacy_text: "bell \u0007" }, "The privacy text must not contain control characters."],
    ] as const;
    for (const [fields, sentence] of cases) {
      const { status, body } = await change(owner, {
        ...fields,
        ...(!("welcome_text" in fields) && { welcome_text: "kept?" }),
      });
      expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
    }
    expect((await readSite(archive)).welcome).toBeUndefined();
  });

  it("cannot be changed where the environment sets it", async () => {
    const { archive, owner } = await openOwned({ env: { ACCENT_COLOR: "#336699", WELCOME_TEXT: "From the file" } });
    await using _archive = archive;
    const { status, body } = await change(owner, { accent_color: "#000000" });
    expect([status, body.detail]).toEqual([409, "ACCENT_COLOR is set in the server's settings file. Change it there."]);
    const { body: look } = await owner.ask<Look>("GET /api/settings/look");
    expect(look.accent_color).toEqual({ value: "#336699", is_fixed: true });
    expect((await readSite(archive)).welcome?.text).toBe("From the file");
  });

  it("is changed by the owner only", async () => {
    const { archive } = await openOwned();
    await using _archive = archive;
    const editor = archive.openBrowser();
    await editor.signIn("patron-editor");
    expect((await editor.ask("GET /api/settings/look")).status).toBe(403);
    expect((await change(editor, { accent_color: "#000000" })).status).toBe(403);
    expect((await upload(editor, "logo", await makeLogo())).status).toBe(403);
    expect((await editor.ask("DELETE /api/settings/picture/logo")).status).toBe(403);
  });
});

describe("a picture", () => {
  it("for the front page is made in two sizes and one for previews, without what was hidden in it", async () => {
    const { archive, owner } = await openOwned();
    await using _archive = archive;
    const photo = await makePhoto();
    expect(photo.includes("secretplace")).toBe(true);
    expect((await upload(owner, "welcome", photo)).status).toBe(200);
    const { welcome } = await readSite(archive);
    expect(welcome?.picture).toMatchObject({ width: 1600, height: 1200 });
    const page = await readPage(archive);
    const [, share = ""] = /property="og:image" content="([^"]+)"/.exec(page) ?? [];
    const addresses = [welcome?.picture?.url, welcome?.picture?.small_url, new URL(share).pathname];
    const sizes = [];
    for (const address of addresses) {
      const bytes = Buffer.from(await (await get(archive, address)).arrayBuffer());
      expect(bytes.includes("secretplace")).toBe(false);
      sizes.push(readPictureSize(bytes));
    }
    expect(sizes).toMatchObject([
      { format: "webp", width: 1600, height: 1200 },
      { format: "webp", width: 800, height: 600 },
      { format: "jpeg", width: 1200, height: 630 },
    ]);
    const { body } = await owner.ask<Changed>("DELETE /api/settings/picture/welcome");
    expect(body.look.welcome.url).toBeNull();
    expect((await get(archive, welcome?.picture?.url)).status).toBe(404);
  });

  it("of a phone that was held upright is shown upright", async () => {
    const { archive, owner } = await openOwned();
    await using _archive = archive;
    const photo = await makePhoto();
    // EXIF with one entry: the orientation, turned by a quarter
    const exif = Buffer.from(
      ["457869660000", "4d4d002a00000008", "0001", "011200030000000100060000", "00000000"].join(""),
      "hex",
    );
    const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
    await upload(owner, "welcome", Buffer.concat([photo.subarray(0, 2), marker, exif, photo.subarray(2)]));
    expect((await readSite(archive)).welcome?.picture).toMatchObject({ width: 1200, height: 1600 });
  });

  it("of another kind, damaged, huge or tiny is refused with a sentence, and the old one stays", async () => {
    const { archive, owner } = await openOwned();
    await using _archive = archive;
    const { body: before } = await upload(owner, "logo", await makeLogo());
    const logo = await makeLogo();
    const cases: [Buffer, string][] = [
      [
        Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        "Other formats, such as SVG, are not accepted",
      ],
      [Buffer.from("GIF89a".padEnd(60, "x")), "Choose a picture in the format PNG, JPEG or WebP"],
      [Buffer.from("hello"), "Choose a picture in the format PNG, JPEG or WebP"],
      [makeBomb(60_000, 60_000), "60000 × 60000 pixels, which is too many"],
      [makeBomb(2, 2), "only 2 × 2 pixels"],
      [makeBomb(4000, 4000).subarray(0, 60), "The picture cannot be read"],
      [Buffer.concat([logo.subarray(0, 40), Buffer.alloc(200, 7)]), "The picture cannot be read"],
    ];
    for (const [bytes, sentence] of cases) {
      const { status, body } = await upload(owner, "logo", bytes);
      expect([status, body.detail]).toEqual([400, expect.stringContaining(sentence)]);
    }
    expect((await upload(owner, "poster", logo)).status).toBe(400);
    expect((await owner.ask<Look>("GET /api/settings/look")).body.logo).toEqual(before.look.logo);
  });
});

/** A PNG that says it has so many pixels, with hardly a byte for them. */
function makeBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
