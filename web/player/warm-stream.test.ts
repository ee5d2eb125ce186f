import { expect, test } from "vitest";
import { chooseFirst, listFirst } from "./warm-stream.ts";

const base = "https://archive.example/api/media/a/master.m3u8";
const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=6000000,AVERAGE-BANDWIDTH=5000000,RESOLUTION=1920x1080,AUDIO="sound"
video-source.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1200000,AVERAGE-BANDWIDTH=1000000,RESOLUTION=854x480,AUDIO="sound"
video-480.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
audio.m3u8
`;

test("the size a line of average speed can carry comes first, with its sound", () => {
  expect(chooseFirst(master, base)).toEqual({
    pictures: "https://archive.example/api/media/a/video-480.m3u8",
    sound: "https://archive.example/api/media/a/audio.m3u8",
  });
});

const playlist = `#EXTM3U
#EXT-X-MAP:URI="video-480.mp4?v=1",BYTERANGE="800@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:90@800
video-480.mp4?v=1
#EXTINF:4.000000,
#EXT-X-BYTERANGE:80@890
video-480.mp4?v=1
`;

test("the head and the fragment that holds the position are what it begins with", () => {
  const address = "https://archive.example/api/media/a/video-480.mp4?v=1";
  const head = { address, from: 0, to: 800 };
  expect(listFirst(playlist, base, 0)).toEqual([head, { address, from: 800, to: 890 }]);
  expect(listFirst(playlist, base, 5)).toEqual([head, { address, from: 890, to: 970 }]);
  expect(listFirst(playlist, base, 99)).toEqual([head]);
});
