import { describe, expect, it } from "vitest";
import { readChat, isChat } from "./chat-json.ts";
import { readCue } from "./cue.ts";
import { readInfoJson } from "./info-json.ts";
import { readNfo } from "./nfo.ts";
import { readOwnJson } from "#server/intake/reading/read-beside.ts";

const zone = "Europe/Berlin";

describe("what yt-dlp writes", () => {
  const info = {
    _type: "video",
    title: "Late Show 2024-05-01 21:30",
    fulltitle: "Late Show",
    description: "All of it.\r\nhttps://example.org",
    timestamp: 1714591815,
    upload_date: "20240502",
    webpage_url: "https://www.twitch.tv/videos/2134567890",
    channel: "somechannel",
    categories: ["Music"],
    tags: ["live", "night"],
    chapters: [
      { start_time: 0, end_time: 60, title: "Intro" },
      { start_time: 60.5, end_time: 90, title: "First song" },
    ],
    formats: [{ url: "https://example.org/x" }],
  };

  it("is read: title, text, moment, chapters, and where it comes from", () => {
    expect(readInfoJson(JSON.stringify(info))).toEqual({
      title: "Late Show",
      description: "All of it.\nhttps://example.org",
      moment: { at: new Date("2024-05-01T19:30:15Z"), precision: "time" },
      chapters: [
        { startSeconds: 0, title: "Intro" },
        { startSeconds: 60.5, title: "First song" },
      ],
      details: {
        channel: "somechannel",
        address: "https://www.twitch.tv/videos/2134567890",
        categories: ["Music"],
        tags: ["live", "night"],
      },
    });
  });

  it.each([
    ["when a broadcast began", { release_timestamp: 1714591800 }, "2024-05-01T19:30:00.000Z", "time"],
    ["the day, where no time is known", { timestamp: undefined }, "2024-05-02T00:00:00.000Z", "day"],
    ["not a day that never was", { timestamp: undefined, upload_date: "20240230" }, undefined, undefined],
    ["not the year 9999", { timestamp: 253402300000, upload_date: "99991231" }, undefined, undefined],
    ["not the year 0", { timestamp: -62167219200, upload_date: "00000101" }, undefined, undefined],
    ["not the beginning of time", { timestamp: 0, upload_date: undefined }, undefined, undefined],
  ])("its date is %s", (_what, change, at, precision) => {
    const { moment } = readInfoJson(JSON.stringify({ ...info, ...change })) ?? {};
    expect([moment?.at.toISOString(), moment?.precision]).toEqual([at, precision]);
  });

  it.each([
    ["is cut off", JSON.stringify(info).slice(0, -20)],
    ["is about a playlist", JSON.stringify({ ...info, _type: "playlist" })],
    ["is a list", "[1, 2, 3]"],
    ["is deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["has a million values", `{"title": "x", "a": [${"1,".repeat(1_000_000)}1]}`],
    ["is empty", ""],
  ])("what %s is not read", (_what, json) => {
    expect(readInfoJson(json)).toBeUndefined();
  });

  it("an address that is no address of the web is not kept", () => {
    const address = (webpage_url: string) =>
      readInfoJson(JSON.stringify({ title: "x", webpage_url }))?.details?.address;
    expect(address("javascript:alert(1)")).toBeUndefined();
    expect(address("https://example.org/a?b=c")).toBe("https://example.org/a?b=c");
  });
});

describe("our own description", () => {
  it("is read, with times in the archive's zone unless they say another", () => {
    const moment = (date: string) => readOwnJson(JSON.stringify({ date }), zone).said.moment?.at.toISOString();
    expect(moment("2024-05-01")).toBe("2024-05-01T00:00:00.000Z");
    expect(moment("2024-05-01T21:30")).toBe("2024-05-01T19:30:00.000Z");
    expect(moment("2024-05-01T21:30:00Z")).toBe("2024-05-01T21:30:00.000Z");
    expect(moment("2024-05-01 21:30:00-05:00")).toBe("2024-05-02T02:30:00.000Z");
  });

  it("says what is wrong with it", () => {
    expect(readOwnJson('{"title": "x', zone)).toEqual({ said: {}, fault: "json" });
    expect(readOwnJson('{"hidden": "yes"}', zone)).toEqual({ said: {}, fault: "json" });
    expect(readOwnJson('{"title": "x", "date": "soon"}', zone)).toEqual({ said: { title: "x" }, fault: "date" });
    expect(readOwnJson('{"date": "9999-01-01"}', zone)).toEqual({ said: {}, fault: "date" });
  });
});

describe("an .nfo", () => {
  it.each(["movie", "musicvideo", "episodedetails"])("of a %s is read", (kind) => {
    const xml = `\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!-- made by hand --><${kind}><title>2024-05-01 - Late &amp; Show</title><plot><![CDATA[Played <twice>.]]></plot>
<premiered>2024-05-01</premiered><year>2023</year><genre>Rock</genre><genre>Live</genre><artist>Some Band</artist>
<thumb aspect="poster">x.jpg</thumb><actor><name>Somebody</name></actor></${kind}>
https://www.example.org/title/1`;
    expect(readNfo(xml, zone)).toEqual({
      title: "Late & Show",
      description: "Played <twice>.",
      moment: { at: new Date("2024-05-01"), precision: "day" },
      details: { artist: "Some Band", categories: ["Rock", "Live"] },
    });
  });

  it("with a year alone says the year", () => {
    expect(readNfo("<movie><title>x</title><year>2019</year></movie>", zone)?.moment).toEqual({
      at: new Date("2019-01-01"),
      precision: "year",
    });
  });

  it.each([
    ["entities", '<!DOCTYPE movie [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]><movie><title>&c;</title></movie>'],
    ["a file as an entity", '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><movie><title>&a;</title></movie>'],
    ["elements without end", "<movie>".repeat(100_000)],
    ["elements that cross", "<movie><title>x</movie></title>"],
    ["an address only", "https://www.example.org/title/1"],
    ["another kind", "<tvshow><title>x</title></tvshow>"],
  ])("with %s is not read", (_what, xml) => {
    expect(readNfo(xml, zone)).toBeUndefined();
  });
});

it("a cue sheet gives chapters, with the frames of its clock, and names other performers", () => {
  const cue = `REM DATE 2019
PERFORMER "Some Band"
TITLE "Live in June"
FILE "show.flac" WAVE
  TRACK 01 AUDIO
    TITLE "First"
    PERFORMER "Some Band"
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "Second"
    PERFORMER "A Guest"
    INDEX 00 04:01:00
    INDEX 01 04:03:15
`;
  expect(readCue(cue, zone)).toEqual({
    title: "Live in June",
    moment: { at: new Date("2019-01-01"), precision: "year" },
    chapters: [
      { startSeconds: 0, title: "First" },
      { startSeconds: 243.2, title: "A Guest – Second" },
    ],
    details: { artist: "Some Band" },
  });
  expect(readCue('FILE "a" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nFILE "b" WAVE\n', zone)).toBeUndefined();
  expect(readCue("nothing", zone)).toBeUndefined();
});

it("a chat is known by its beginning, and says which broadcast it belongs to", () => {
  const chat = {
    FileInfo: { Version: { Major: 1, Minor: 4, Patch: 0 } },
    streamer: { name: "SomeChannel", id: 1 },
    video: {
      title: "Late Show",
      created_at: "2024-05-01T19:30:15Z",
      chapters: [
        { startMilliseconds: 0, description: "Just Chatting" },
        { startMilliseconds: 90_500, description: "Music" },
      ],
    },
    comments: Array.from({ length: 5000 }, () => ({ message: { body: '"}{ ' } })),
  };
  const head = JSON.stringify(chat).slice(0, 4000);
  expect(isChat(head)).toBe(true);
  expect(isChat('{"title": "video", "streamer": "somebody"}')).toBe(false);
  expect(readChat(head)).toEqual({
    title: "Late Show",
    moment: { at: new Date("2024-05-01T19:30:15Z"), precision: "time" },
    chapters: [
      { startSeconds: 0, title: "Just Chatting" },
      { startSeconds: 90.5, title: "Music" },
    ],
    details: { channel: "SomeChannel" },
  });
});
