import { expect, test } from "vitest";
import { readFileTitle } from "./file-title.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const join = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

function uint32(value: number): number[] {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
}

function box(type: string, ...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const body = join(...parts);
  return join(
    uint32(body.length + 8),
    Array.from(type, (letter) => letter.charCodeAt(0)),
    body,
  );
}

function mp4(title: string): Uint8Array {
  const name = box("\u00a9nam", box("data", uint32(1), uint32(0), utf8(title)));
  const meta = box("meta", uint32(0), box("hdlr", uint32(0)), box("ilst", name));
  return join(
    box("ftyp", utf8("isom")),
    box("mdat", new Uint8Array(5000)),
    box("moov", box("mvhd", uint32(0)), box("udta", meta)),
  );
}

function element(id: readonly number[], body: Uint8Array): Uint8Array {
  return join(id, [0x08, ...uint32(body.length)], body);
}

/** As ffmpeg writes them: with a size of eight bytes. */
function long(id: readonly number[], body: Uint8Array): Uint8Array {
  return join(id, [0x01, 0, 0, 0, ...uint32(body.length)], body);
}

function mkv(title: string): Uint8Array {
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    join(long([0x2a, 0xd7, 0xb1], utf8("a longer text")), element([0x7b, 0xa9], utf8(title))),
  );
  // a segment of unknown length, as a recorder writes it
  return join(
    element([0x1a, 0x45, 0xdf, 0xa3], utf8("webm")),
    [0x18, 0x53, 0x80, 0x67, 0x01],
    Array<number>(7).fill(255),
    info,
  );
}

function mp3(title: string): Uint8Array {
  const frame = join(utf8("TIT2"), uint32(utf8(title).length + 1), [0, 0, 3], utf8(title));
  return join(utf8("ID3"), [3, 0, 0], [0, 0, 0, frame.length], frame, new Uint8Array(100));
}

test.each([
  ["MP4", mp4("Café at midnight")],
  ["Matroska", mkv("Café at midnight")],
  ["MP3", mp3("Café at midnight")],
])("the title in an %s file is read", async (_format, bytes) => {
  expect(await readFileTitle(new Blob([bytes.slice()]))).toBe("Café at midnight");
});

test("a title is one line of at most 200 letters", async () => {
  expect(await readFileTitle(new Blob([mkv(" One\n two\u0000 ").slice()]))).toBe("One two");
  expect(await readFileTitle(new Blob([mp4("é".repeat(500)).slice()]))).toBe("é".repeat(200));
});

test("files without a title, and damaged files, have none", async () => {
  expect(await readFileTitle(null)).toBeNull();
  for (const whole of [mp4(""), mp4("A title"), mkv("A title"), mp3("A title")])
    for (let length = 0; length < whole.length - 8; length += 7)
      expect(["", "A title".slice(0, 7), null]).toContain(await readFileTitle(new Blob([whole.slice(0, length)])));
  expect(await readFileTitle(new Blob([new Uint8Array(1000)]))).toBeNull();
});
