// Files as owners have them, each with what its maker meant: what is read is that, or is marked as a guess.
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { makeTitle } from "#server/library/title.ts";
import { readName } from "#server/intake/folder/byte-name.ts";
import { walkFolder, type FoundRecording } from "#server/intake/folder/walk.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { sayDate } from "#server/intake/import/report.ts";
import { examine } from "./examine.ts";

const zone = "Europe/Berlin";
/** Of every file: a date that nobody meant. */
const changedAt = new Date("2026-01-02T03:04:05Z");

interface More {
  /** In the file itself. */
  tags?: Record<string, string>;
  /** Files beside it, by what follows its name without the ending. */
  beside?: Record<string, string>;
}

/** Path, title, date; "" where nothing tells it. With ~ it has to be marked, with ~~ it may be a wrong guess. */
type Line = readonly [file: string, title: string, date: string, more?: More];

const clock = (creation_time: string): More => ({ tags: { creation_time } });
/** Years later somebody has encoded it anew. */
const late = clock("2025-03-04T10:00:00Z");
const info = (more: object) => JSON.stringify({ _type: "video", extractor: "twitch", ...more });

const usual: readonly Line[] = [
  // phones
  ["phone/VID_20240501_213015_HDR.mp4", "~", "2024-05-01 21:30:15"],
  ["phone/20240501_213015(0).mp4", "~", "2024-05-01 21:30:15"],
  ["phone/PXL_20240501_193015123.TS.mp4", "~", "2024-05-01 21:30:15"],
  ["phone/Screen_Recording_20240501_213015_YouTube.mp4", "~", "2024-05-01 21:30:15"],
  ["phone/Screenrecorder-2024-05-01-21-30-15-123.mp4", "~", "2024-05-01 21:30:15"],
  ["phone/SVID_20240501_213015_1.mp4", "~", "2024-05-01 21:30:15"],
  ["phone/WhatsApp Audio 2024-05-01 at 21.30.15.opus", "~", "2024-05-01 21:30:15"],
  ["phone/video_2024-05-01_21-30-15.mp4", "~", "2024-05-01 21:30:15"],
  ["phone/Neue Aufnahme 12.m4a", "~", "2024-05-01 21:30:15", clock("2024-05-01T19:30:15Z")],
  ["phone/Nueva grabación 3.m4a", "~", "~"],
  ["phone/Nouvel enregistrement 4.m4a", "~", "~"],
  // cameras, and the folders that they make
  ["DCIM/100GOPRO/GX010123.MP4", "~", "2024-05-01 21:30:15", clock("2024-05-01T19:30:15Z")],
  ["PRIVATE/M4ROOT/CLIP/C0001.MP4", "~", "~"],
  ["camera/dji_fly_20240501_213015_123_1714591815_video.mp4", "~", "2024-05-01 21:30:15"],
  // OBS and other recorders of a screen
  ["obs/Replay_2024.05.01-21.30.mp4", "~", "2024-05-01 21:30:00"],
  ["obs/Late Show 2024.05.01 - 21.30.15.01.mp4", "Late Show", "2024-05-01 21:30:15"],
  ["obs/Bildschirmaufnahme 2024-05-01 um 21.30.15.mov", "~", "2024-05-01 21:30:15"],
  ["obs/Enregistrement de l’écran 2024-05-01 à 21.30.15.mov", "~", "2024-05-01 21:30:15"],
  ["obs/Late Show 5_31_2024 9_30_15 PM.mp4", "Late Show", "2024-05-31 21:30:15"],
  // Zoom
  ["zoom/2024-05-01 21.30.15 Late Show 84512345678/video1234567890.mp4", "~Late Show", "2024-05-01 21:30:15"],
  ["zoom/GMT20240501-193015_Recording_gallery_1920x1080.mp4", "~", "2024-05-01 21:30:15"],
  // yt-dlp, twitch-dl, TwitchDownloader, streamlink
  ["yt/Late Show.f137.mp4", "Late Show", "~"],
  ["yt/Late Show [Berlin-2019].mp4", "Late Show [Berlin-2019]", "~"],
  ["yt/somechannel (live) 2024-05-01 21_30 [40123456789].mp4", "somechannel (live)", "2024-05-01 21:30:00"],
  [
    "yt/Late Show [v2134567890].mp4",
    "Late Show, all of it",
    "2024-05-01 21:30:15",
    { beside: { ".info.json": info({ title: "Late Show, all of it", timestamp: 1714591815 }) } },
  ],
  ["twitch-dl/2022-12-31_1234567890_salt_and_marble_12_hour_new_year.mkv", "~12 hour new year", "2022-12-31", late],
  ["twitch-dl/2023-01-07_1234567899_salt_and_marble_slow_evening.mkv", "~Slow evening", "2023-01-07"],
  ["twitch-dl alone/2022-12-31_1234567890_salt_and_marble_12_hour.mkv", "~~12 hour", "2022-12-31"],
  ["td/[12-31-22] SaltAndMarble - 12 hour stream.mp4", "12 hour stream", "2022-12-31", late],
  ["td/[12-31-22] Salt And Marble - 12 hour - day one.mp4", "~12 hour - day one", "2022-12-31"],
  ["streamlink/20240501-213015-late_show.ts", "late show", "2024-05-01 21:30:15"],
  ["streamlink/somechannel - 2024-05-01 - Late Show.ts", "~Late Show", "2024-05-01"],
  ["streamlink/Late Show - 2024-05-01 - Berlin.ts", "~Late Show - Berlin", "2024-05-01"],
  ["streamlink/2024-05-01T21_30_15.123Z Late Show.ts", "Late Show", "2024-05-01 23:30:15"],
  // audio workstations and handheld recorders
  ["daw/01-240501_2130.wav", "~", "2024-05-01"],
  ["daw/Late Show_bounce_v3.wav", "~~Late Show", "~"],
  ["daw/Late Show (Mix 3).wav", "~~Late Show", "~"],
  ["handheld/ZOOM0001_Tr1.WAV", "~", "~"],
  ["handheld/TASCAM_0042S12.wav", "~", "~"],
  ["handheld/240501_0042.WAV", "~", "2024-05-01"],
  ["handheld/STE-001.wav", "~", "~"],
  ["handheld/Voice 240501_213015.m4a", "~", "2024-05-01 21:30:15"],
  // shops and traders of tapes
  ["Some Band - Live in June/Some Band - Live in June - 03 Late Show.flac", "Late Show", "~"],
  ["gd1977-05-08.111493.sbd.flac16/gd1977-05-08d1t01.flac", "~", "1977-05-08", late],
  ["tapes/gd77-05-08d1t02.shn.flac", "~", "~~1977-05-08", late],
  ["tapes/1977-05-08 Barton Hall.flac", "Barton Hall", "1977-05-08", late],
  ["tapes/Late.Show.2024.05.01.1080p.WEB.x264-GRP.mkv", "~~Late Show", "2024-05-01"],
  // folders of years, shows and parts
  ["2018-08-11 Open Air/part1.mp4", "Open Air, part 1", "2018-08-11", late],
  ["2018-08-11 Open Air/part2.mp4", "Open Air, part 2", "2018-08-11", late],
  ["2019-08-10 Open Air/CD1/01.flac", "Open Air, CD 1, 01", "2019-08-10", late],
  ["2019-08-10 Open Air/CD1/02.flac", "Open Air, CD 1, 02", "2019-08-10"],
  ["2019-08-10 Open Air/CD1/03 Encore.flac", "Encore", "2019-08-10"],
  ["2020-08-10 Open Air/GX010001.MP4", "~Open Air", "2020-08-10 20:00:00", clock("2020-08-10T18:00:00Z")],
  ["2020-08-10 Open Air/GX010002.MP4", "~", "2020-08-10"],
  ["2017/Sommerfest/Teil 1.mp4", "~Sommerfest, Teil 1", "~2017", late],
  ["2017/Sommerfest/Teil 2.mp4", "~Sommerfest, Teil 2", "2017-08-01 20:00:00", clock("2017-08-01T18:00:00Z")],
  ["2016/08/11/MVI_0001.MP4", "~", "2016-08-11", late],
  ["2016/08/Late Show.mp4", "Late Show", "2016-08"],
  // several languages
  ["people/New Year 31 Dec 2022.mp4", "New Year", "2022-12-31", late],
  ["people/Silvester am 31. Dezember 2022.mp4", "~Silvester", "2022-12-31", late],
  ["people/Concert du 31 décembre 2022.mp4", "~Concert", "2022-12-31"],
  ["people/Fiesta, 31 de diciembre de 2022.mp4", "Fiesta", "2022-12-31"],
  ["people/Sylwester 31 grudnia 2022.mp4", "Sylwester", "2022-12-31"],
  ["people/Концерт 31 декабря 2022.mp4", "Концерт", "2022-12-31"],
  ["people/夜の歌 2022年12月31日.mp4", "夜の歌", "2022-12-31"],
  ["people/Session, Mai 2024.mp4", "Session", "2024-05"],
  ["people/Late Show 31-12-2022.mp4", "Late Show", "2022-12-31"],
  ["people/Late Show (20240501).mp4", "Late Show", "2024-05-01"],
  ["people/Sommerfest 2017.mp4", "Sommerfest 2017", "~2017"],
  ["people/Film (2019).mp4", "Film", "~2019", late],
  ["people/x.mp4", "x", "~"],
  ["people/x (1).mp4", "~~x", "~"],
  ["people/Copy of Late Show 2024-05-01.mp4", "~Late Show", "2024-05-01"],
  ["people/Late Show 2024-05-01 - Copy.mp4", "~Late Show", "2024-05-01"],
  ["people/Late Show 2024-05-02 - Kopie (2).mp4", "~Late Show", "2024-05-02"],
  // files beside
  ["beside/a.mp4", "By hand", "2024-05", { beside: { ".json": '{"title": "By hand", "date": "2024-05"}' } }],
  [
    "beside/b 2001.mp4",
    "Film",
    "2019-06-07",
    { beside: { ".nfo": "<movie><title>Film</title><premiered>2019-06-07</premiered></movie>" } },
  ],
  ["beside/Of a year.mp4", "Of a year", "~2018", { ...late, beside: { ".nfo": "<movie><year>2018</year></movie>" } }],
  [
    "beside/[5-1-24] x - d.mp4",
    "Night One",
    "2024-05-01 21:30:15",
    {
      beside: {
        "_chat.json":
          '{"FileInfo": {}, "streamer": {"name": "x"}, "video": {"title": "Night One", "created_at": "2024-05-01T19:30:15Z"}, "comments": []}',
      },
    },
  ],
];

const hostile: readonly Line[] = [
  [`hostile/${"Long ".repeat(48)}end.mp4`, "Long ".repeat(40).trim(), "~"],
  [`hostile/${"1-".repeat(120)}.mp4`, "~", "~"],
  [`hostile/${"(".repeat(200)}2024-05-01.mp4`, "~~", "2024-05-01"],
  ["hostile/Late \u202egnp.Show.mp4", "Late gnp.Show", "~"],
  ["hostile/\u200eLate\u200b Show\u2060 2024\u200e-\u200e05\u200e-\u200e01.mp4", "Late Show", "2024-05-01"],
  ["hostile/\u200b\u2060.mp4", "~Untitled", "~"],
  ["hostile/Late Show 2035-05-01.mp4", "~~Late Show", "~", late],
  ["hostile/0000-00-00 Late Show.mp4", "0000-00-00 Late Show", "~"],
  ["hostile/2024-02-30 Late Show.mp4", "~~Late Show", "~", late],
  ["hostile/1969-08-15 Woodstock.mp4", "~~Woodstock", "~~1969-08-15", late],
  ["hostile/2018-08-11 Open Air (remaster 2021-02-03).mp4", "~~Open Air (remaster 2021-02-03)", "~2018-08-11"],
  ["hostile/11.-12.08.2018 Open Air.mp4", "~~Open Air", "~~2018-08-11"],
  ["hostile/05-06-2024 Late Show.mp4", "Late Show", "~2024", late],
  ["hostile/No. 20101010.mp4", "~~No. 20101010", "~", late],
  ["hostile/Catalogue 2001-1225.mp4", "Catalogue 2001-1225", "~"],
  ["hostile/Season 2010-11.mp4", "~~Season 2010-11", "~2010"],
  ["hostile/Mix 1.2.10.mp4", "Mix 1.2.10", "~"],
  ["hostile/Call 0123456789.mp4", "Call 0123456789", "~"],
  ["hostile/1999.mp4", "1999", "~"],
  ["hostile/!!!.mp4", "!!!", "~"],
  ["hostile/___.mp4", "~Untitled", "~"],
  ["hostile/CON.mp4", "CON", "~"],
  ["hostile/--help.mp4", "help", "~"],
  ["hostile/Caf%C3%A9%20Show%202024-05-01.mp4", "~Café Show", "2024-05-01"],
  ["hostile/%E2%80%AE%00%0A.mp4", "~", "~"],
  ["hostile/100% sure.mp4", "100% sure", "~"],
  ["hostile/CafÃ© Show.mp4", "~Café Show", "~"],
  ["hostile/Cafe\u0301 1er aou\u0302t 2022.mp4", "Café", "2022-08-01"],
  ["hostile/latin caf\xe9.mp4", "~latin café", "~"],
];

/** The one file whose name is not UTF-8. */
const toBytes = (file: string) => Buffer.from(file, file.includes("/latin ") ? "latin1" : "utf8");

it("of 100 files no title and no date is wrong and not marked", { timeout: 120_000 }, async () => {
  await using root = await mkdtempDisposable(path.join(tmpdir(), "shapes-"));
  const lines = [...usual, ...hostile];
  expect(lines.length).toBeGreaterThanOrEqual(100);
  expect(hostile.length).toBeGreaterThanOrEqual(20);
  for (const [file, , , { beside = {} } = {}] of lines) {
    const target = Buffer.concat([Buffer.from(`${root.path}/files/`), toBytes(file)]);
    await mkdir(path.dirname(path.join(root.path, "files", file)), { recursive: true });
    await writeFile(target, "");
    const stem = target.toString("latin1").replace(/\.\w+$/, "");
    for (const [end, text] of Object.entries(beside)) await writeFile(Buffer.from(stem + end, "latin1"), text);
  }
  const { recordings } = await walkFolder(path.join(root.path, "files"));
  const byPath = new Map(recordings.map((one) => [one.file.path.toString("latin1"), one]));
  const read = await Promise.all(
    lines.map(async ([file, , , more]) => {
      const found = byPath.get(
        `${Buffer.from(`${root.path}/files/`).toString("latin1")}${toBytes(file).toString("latin1")}`,
      );
      return found ? await readOne(found, more) : ["", ""];
    }),
  );
  const wrong = lines.flatMap(([file, title, date], index) => {
    const [said = "", day = ""] = read[index] ?? [];
    return [...explain(file, title, said), ...explain(file, date, day)];
  });
  expect(wrong).toEqual([]);
});

async function readOne({ file, surroundings }: FoundRecording, { tags = {} }: More = {}): Promise<string[]> {
  const facts = { durationSeconds: 600, tags } as unknown as Facts;
  const name = readName(file.name);
  const { decided } = await examine({ ...surroundings, name, changedAt, facts, said: {} }, zone);
  const { title, date } = decided.why;
  const mark = ({ isGuess }: { isGuess?: boolean }) => (isGuess ? "~" : "");
  return [`${mark(title)}${makeTitle(decided.title)}`, `${mark(date)}${sayDate(decided, zone)}`];
}

/** What is meant must be said; or, where it is marked, only what can be known. */
function explain(file: string, meant: string, said: string): string[] {
  const isMarked = said.startsWith("~");
  const plain = meant.replace(/^~+/, "");
  const fits = meant.startsWith("~")
    ? isMarked && (plain === "" || meant.startsWith("~~") || said.startsWith(`~${plain}`))
    : said === meant;
  return fits ? [] : [`${file}: ${said} and not ${meant}`];
}
