// A folder of recordings as an owner has them: of every program and device, with everything that lies beside them. Each
// entry says what has to be read from it. Made by a script, for tests.
import { copyFile, mkdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { chord, freeBox, makeWave, pictures, x264, type Clips } from "#server/testing/clips.ts";

/** When every file was last written: what is dated so was dated by a guess. */
const fileTime = new Date("2026-01-02T03:04:05Z");
/** Of the archive that reads them: two hours ahead of UTC in May, one in January. */
export const messyZone = "Europe/Berlin";

interface Expected {
  title: string;
  /** As the archive's clock shows it; without a time where none is known. */
  date: string;
  isGuess?: boolean;
  description?: string;
  captions?: string;
  chapters?: string[];
  hidden?: boolean;
  hasPicture?: boolean;
}

interface MessyFile extends Expected {
  file: string;
  /** Arguments for ffmpeg, for what is in the file itself. */
  tags?: readonly string[];
  /** Files beside it, by what follows its name without the ending. */
  beside?: Readonly<Record<string, string | Buffer>>;
}

const guessed = { date: "2026-01-02 04:04:05", isGuess: true };
const srt = (text: string) => `1\n00:00:00,200 --> 00:00:00,900\n${text}\n`;
const vtt = (text: string) => `WEBVTT\n\n00:00.200 --> 00:00.900\n${text}\n`;
const jpeg = Buffer.from(
  "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080010001001011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00f9fe8a28a2ffd9",
  "hex",
);
const info = (more: Record<string, unknown>) =>
  JSON.stringify({ _type: "video", extractor: "youtube", webpage_url: "https://www.example.org/1", ...more });
const tag = (name: string, value: string) => ["-metadata", `${name}=${value}`];
const day = "2024-05-01";
const moment = "2024-05-01 21:30:15";
const seconds = 1714591815;

export const messyFiles: readonly MessyFile[] = [
  // OBS
  { file: "obs/2024-05-01 21-30-15.mkv", title: "2024-05-01 21-30-15", date: moment },
  { file: "obs/2024-05-02_21-30-15.mkv", title: "2024-05-02 21-30-15", date: "2024-05-02 21:30:15" },
  { file: "obs/Replay 2024-05-03 21-30-15.mp4", title: "Replay 2024-05-03 21-30-15", date: "2024-05-03 21:30:15" },
  { file: "obs/2024-01-05 21-30-15 Winter Show.mp4", title: "Winter Show", date: "2024-01-05 21:30:15" },
  // yt-dlp
  {
    file: "yt-dlp/Late Show [dQw4w9WgXcQ].mp4",
    title: "Late Show: The Whole Night",
    date: moment,
    description: "All of it.\nhttps://www.example.org",
    captions: "de en",
    chapters: ["Intro", "First song"],
    hasPicture: true,
    beside: {
      ".info.json": info({
        title: "Late Show: The Whole Night",
        description: "All of it.\nhttps://www.example.org",
        timestamp: seconds,
        upload_date: "20240501",
        chapters: [
          { start_time: 0, end_time: 0.5, title: "Intro" },
          { start_time: 0.5, end_time: 1, title: "First song" },
        ],
      }),
      ".description": "All of it.\nhttps://www.example.org",
      ".en.vtt": vtt("Sing along"),
      ".de.srt": srt("Sing mit"),
      ".webp.jpg": jpeg,
      ".jpg": jpeg,
      ".live_chat.json": "{}",
    },
  },
  {
    file: "yt-dlp/Broadcast 2024-05-01 21_28 [v2134567890].mp4",
    title: "Broadcast",
    date: "2024-05-01 21:30:00",
    beside: {
      ".info.json": info({
        title: "Broadcast 2024-05-01 21:28",
        release_timestamp: seconds - 15,
        timestamp: seconds + 999,
      }),
    },
  },
  {
    file: "yt-dlp/Day only [abcdeFGHIJ1].mp4",
    title: "Day only",
    date: day,
    beside: { ".info.json": info({ title: "Day only", upload_date: "20240501" }) },
  },
  { file: "yt-dlp/20240501 - Prefixed.mp4", title: "Prefixed", date: day },
  { file: "yt-dlp/Old style-dQw4w9WgXcQ.mp4", title: "Old style", ...guessed },
  { file: "yt-dlp/What？ A title： yes [dQw4w9WgXcQ].mp4", title: "What? A title: yes", ...guessed },
  {
    file: "yt-dlp/Embedded.mp4",
    title: "Embedded title",
    date: day,
    description: "From the tags",
    tags: [
      ...tag("title", "Embedded title"),
      ...tag("date", "20240501"),
      ...tag("description", "From the tags"),
      ...tag("comment", "https://www.example.org/1"),
    ],
  },
  { file: "yt-dlp/Live 2024-05-01 21_30 [v2134567891].mp4", title: "Live", date: "2024-05-01 21:30:00" },
  // twitch-dl and TwitchDownloader
  { file: "twitch/2024-05-01_1255522958_katlink_first_night.mkv", title: "First night", date: day },
  {
    file: "twitch/[5-1-24] somechannel - Night One.mp4",
    title: "Night One",
    date: moment,
    chapters: ["Just Chatting", "Music"],
    beside: {
      ".json": JSON.stringify({
        FileInfo: { Version: { Major: 1 } },
        streamer: { name: "somechannel", id: 1 },
        video: {
          title: "Night One",
          created_at: "2024-05-01T19:30:15Z",
          chapters: [
            { startMilliseconds: 0, description: "Just Chatting" },
            { startMilliseconds: 500, description: "Music" },
          ],
        },
        comments: [],
      }),
    },
  },
  { file: "twitch/[12-31-23] some_channel - Night Two.mp4", title: "Night Two", date: "2023-12-31" },
  {
    file: "twitch/Night Three.mp4",
    title: "Night Three",
    date: moment,
    beside: {
      "_chat.json.gz": gzipSync(
        JSON.stringify({
          FileInfo: {},
          streamer: { name: "x" },
          video: { title: "Night Three", created_at: "2024-05-01T19:30:15Z" },
          comments: [],
        }),
      ),
    },
  },
  { file: "twitch/somechannel - 2024-05-01 21h30m15s - Night Four.mp4", title: "Night Four", date: moment },
  // Kodi and Jellyfin
  {
    file: "kodi/Movie (2019).mp4",
    title: "A Film of a Concert",
    date: "2019-06-07",
    description: "In the yard & on the roof",
    hasPicture: true,
    beside: {
      ".nfo":
        "<?xml version='1.0'?><movie><title>A Film of a Concert</title><plot>In the yard &amp; on the roof</plot><premiered>2019-06-07</premiered><year>2019</year></movie>",
      "-thumb.jpg": jpeg,
    },
  },
  {
    file: "kodi/clip.mp4",
    title: "Clip",
    date: "2018-01-01",
    isGuess: true,
    beside: { ".nfo": "<musicvideo><title>Clip</title><year>2018</year><artist>Some Band</artist></musicvideo>" },
  },
  {
    file: "kodi/Show - s01e02.mkv",
    title: "Second Evening",
    date: "2020-02-03",
    beside: {
      ".nfo":
        "<episodedetails><title>2020-02-03 - Second Evening</title><aired>2020-02-03</aired></episodedetails>\nhttps://www.example.org/2",
    },
  },
  { file: "kodi/Year Only (2017).mp4", title: "Year Only", date: "2017-01-01", isGuess: true },
  // our own
  {
    file: "own/one.mp4",
    title: "One by hand",
    date: day,
    description: "Said",
    hidden: true,
    beside: { ".json": '{"title": "One by hand", "date": "2024-05-01", "description": "Said", "hidden": true}' },
  },
  {
    file: "own/two.mp4",
    title: "Two by hand",
    date: "2024-05-01 23:30:00",
    beside: { ".mp4.json": '{"title": "Two by hand", "date": "2024-05-01T21:30:00Z"}' },
  },
  {
    file: "own/three.mp4",
    title: "three",
    date: day,
    chapters: ["a", "b"],
    beside: {
      ".json": '{"date": "2024-05-01", "chapters": [{"start": 0, "title": "a"}, {"start": 0.4, "title": "b"}]}',
    },
  },
  // phones, cameras, recorders
  { file: "phone/VID_20240501_213015.mp4", title: "VID 20240501 213015", date: moment },
  { file: "phone/20240501_213016.mp4", title: "20240501 213016", date: "2024-05-01 21:30:16" },
  { file: "phone/PXL_20240501_193015123.mp4", title: "PXL 20240501 193015123", date: moment },
  { file: "phone/VID-20240501-WA0003.mp4", title: "VID-20240501-WA0003", date: day },
  {
    file: "phone/IMG_1234.mov",
    title: "IMG 1234",
    date: moment,
    tags: [
      "-movflags",
      "use_metadata_tags",
      ...tag("com.apple.quicktime.creationdate", "2024-05-01T21:30:15+0200"),
      ...tag("creation_time", "2024-05-02T01:00:00Z"),
    ],
  },
  { file: "phone/RPReplay_Final1714591815.mp4", title: "RPReplay Final1714591815", date: moment },
  {
    file: "phone/Screen Recording 2024-05-01 at 9.30.15 PM.mov",
    title: "Screen Recording 2024-05-01 at 9.30.15 PM",
    date: moment,
  },
  {
    file: "phone/ScreenRecording_05-01-2024 21-30-15_1.mp4",
    title: "ScreenRecording_05-01-2024 21-30-15_1",
    date: moment,
  },
  { file: "camera/GX010123.mp4", title: "GX010123", date: moment, tags: tag("creation_time", "2024-05-01T19:30:15Z") },
  { file: "camera/DJI_20240501213015_0001_D.mp4", title: "DJI 20240501213015 0001 D", date: moment },
  { file: "camera/MVI_0001.mp4", title: "MVI 0001", ...guessed },
  {
    file: "camera/Broken clock.mp4",
    title: "Broken clock",
    ...guessed,
    tags: tag("creation_time", "1970-01-01T00:00:00Z"),
  },
  { file: "camera/WIN_20240501_21_30_15_Pro.mp4", title: "WIN 20240501 21 30 15 Pro", date: moment },
  { file: "recorder/240501-213015.wav", title: "240501-213015", date: moment },
  { file: "recorder/240501_0012.wav", title: "240501 0012", date: day },
  {
    file: "recorder/GMT20240501-193015_Recording_640x360.mp4",
    title: "GMT20240501-193015 Recording 640x360",
    date: moment,
  },
  // albums
  { file: "album/01 Opening.wav", title: "Opening", ...guessed, hasPicture: true, beside: { "/cover.jpg": jpeg } },
  { file: "album/02 Middle.wav", title: "Middle", ...guessed, hasPicture: true },
  { file: "album/10 Years.wav", title: "Years", ...guessed, hasPicture: true },
  {
    file: "album/11 The End.m4a",
    title: "The End",
    date: "2019-05-04",
    hasPicture: true,
    tags: [
      "-vn",
      ...tag("title", "The End"),
      ...tag("artist", "Some Band"),
      ...tag("album", "Live"),
      ...tag("date", "2019-05-04"),
    ],
  },
  { file: "shop/Some Band - Live in June - 03 Third.wav", title: "Third", ...guessed },
  { file: "shop/99 Balloons.wav", title: "99 Balloons", ...guessed },
  {
    file: "shop/Whole Evening.wav",
    title: "Live in June",
    date: "2019-01-01",
    isGuess: true,
    chapters: ["First", "Second"],
    beside: {
      ".cue":
        'REM DATE 2019\nPERFORMER "Some Band"\nTITLE "Live in June"\nFILE "x.wav" WAVE\n TRACK 01 AUDIO\n  TITLE "First"\n  INDEX 01 00:00:00\n TRACK 02 AUDIO\n  TITLE "Second"\n  INDEX 01 00:00:37\n',
    },
  },
  // names that people choose
  { file: "people/[2024-05-01] In brackets.mp4", title: "In brackets", date: day },
  { file: "people/At the end 2024-05-01.mp4", title: "At the end", date: day },
  { file: "people/01.05.2024 Konzert im Hof.mp4", title: "Konzert im Hof", date: day },
  { file: "people/Spelled out - May 1st, 2024.mp4", title: "Spelled out", date: day },
  {
    file: "people/Ünïcode – 夜.mp4",
    title: "Ünïcode – 夜",
    ...guessed,
    captions: "ja",
    beside: {
      ".ja.srt": Buffer.concat([
        Buffer.from("1\n00:00:00,200 --> 00:00:00,900\n"),
        Buffer.from("82b182f182c982bf82cd0a", "hex"),
      ]),
    },
  },
  { file: "people/With_underscores_only.mp4", title: "With underscores only", ...guessed },
  {
    file: "people/Day in the name, time in the file 2024-05-01.mp4",
    title: "Day in the name, time in the file",
    date: moment,
    tags: tag("creation_time", "2024-05-01T19:30:15Z"),
  },
  {
    file: "people/Renamed 2019-05-04 show.mp4",
    title: "Renamed show",
    date: "2019-05-04",
    tags: tag("creation_time", "2024-05-01T19:30:15Z"),
  },
  {
    file: "people/Captions.mp4",
    title: "Captions",
    ...guessed,
    captions: "? en pl",
    beside: {
      ".srt": srt("<script>alert(1)</script>Plain"),
      ".English.srt": srt("Sing"),
      ".pl.srt": Buffer.from("1\n00:00:00,200 --> 00:00:00,900\nza\xbf\xf3\xb3\xe6\n", "latin1"),
    },
  },
  {
    file: "people/UTF-16.mp4",
    title: "UTF-16",
    ...guessed,
    captions: "fr",
    beside: { ".fr.srt": Buffer.from(`\ufeff${srt("Où ça ?")}`, "utf16le") },
  },
  // what only the folder knows
  { file: "2024-05-01 Berlin, second night/GX010200.mp4", title: "Berlin, second night", date: day },
  { file: "deep/er/and/deeper/2023-02-03 Far down.mp4", title: "Far down", date: "2023-02-03" },
  // chapters in the file, and two recordings of one name
  { file: "chapters/Marked 2024-05-01.mkv", title: "Marked", date: day, chapters: ["One", "Two"], tags: ["chapters"] },
  {
    file: "pairs/song.mp4",
    title: "Shared",
    date: day,
    beside: { ".json": '{"title": "Shared", "date": "2024-05-01"}' },
  },
  { file: "pairs/song.wav", title: "Shared", date: day },
];

/** Writes all of them into a folder; returns its path. */
export async function makeMessyFolder(
  clips: Clips,
  { name = "messy", files = messyFiles }: { name?: string; files?: readonly MessyFile[] } = {},
): Promise<string> {
  const root = path.join(clips.folder, name);
  const base = await clips.make(
    "base.mp4",
    `${pictures("64x36", 10, 1)} ${chord(1)} ${x264} -c:a aac -map_metadata -1`,
  );
  const matroska = await clips.make("base.mkv", `-i base.mp4 -c copy`);
  const chapters =
    ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=500\nEND=1000\ntitle=Two\n";
  await writeFile(path.join(clips.folder, "chapters.txt"), chapters);
  for (const [index, { file, tags, beside = {} }] of files.entries()) {
    const target = path.join(root, file);
    await mkdir(path.dirname(target), { recursive: true });
    const kind = path.extname(file);
    if (tags?.[0] === "chapters")
      await clips.run("-i", matroska, "-i", "chapters.txt", "-map_chapters", "1", "-c", "copy", target);
    else if (tags) await clips.run("-i", base, "-c", "copy", ...tags, target);
    else if (kind === ".wav") await writeFile(target, makeWave(Buffer.from(file)));
    else await copyFile(kind === ".mkv" ? matroska : base, target);
    // each is another file; players skip what is appended
    if (kind !== ".wav") await writeFile(target, kind === ".mkv" ? voidElement(index) : freeBox(index), { flag: "a" });
    await utimes(target, fileTime, fileTime);
    for (const [end, content] of Object.entries(beside)) {
      const stem = target.slice(0, -kind.length);
      await writeFile(end.startsWith("/") ? path.join(path.dirname(target), end) : `${stem}${end}`, content);
    }
  }
  await writeFile(path.join(root, "people", "set list.txt"), "not a recording");
  return root;
}

/** Nothing, in Matroska. */
function voidElement(number: number): Buffer {
  const element = Buffer.alloc(6);
  element.writeUInt8(0xec, 0);
  element.writeUInt8(0x84, 1);
  element.writeUInt32BE(number, 2);
  return element;
}
