// AMF0, the language of RTMP's commands: only what encoders say and what they are answered. Pure.

export type AmfValue = string | number | boolean | null | { [name: string]: AmfValue };

/** More than any encoder says, so that a made-up message costs nothing. */
const mostValues = 500;
const mostDepth = 5;

/** Throws on what is not AMF0. */
export function readAmf(bytes: Buffer): AmfValue[] {
  let at = 0;
  let count = 0;
  const take = (size: number): Buffer => {
    if (at + size > bytes.length) throw new Error("a value is cut off");
    at += size;
    return bytes.subarray(at - size, at);
  };
  const readText = (): string => take(take(2).readUInt16BE()).toString("utf8");
  const readObject = (depth: number): AmfValue => {
    const values: Record<string, AmfValue> = Object.create(null);
    for (;;) {
      const name = readText();
      if (bytes[at] === marker.end) {
        at += 1;
        return values;
      }
      values[name] = readValue(depth + 1);
    }
  };
  const readValue = (depth: number): AmfValue => {
    count += 1;
    if (count > mostValues || depth > mostDepth) throw new Error("more values than an encoder sends");
    const kind = take(1)[0];
    if (kind === marker.number) return take(8).readDoubleBE();
    if (kind === marker.boolean) return take(1)[0] !== 0;
    if (kind === marker.text) return readText();
    if (kind === marker.object) return readObject(depth);
    if (kind === marker.null || kind === marker.undefined) return null;
    if (kind === marker.map) {
      // how many follow is only an estimate of the sender's
      take(4);
      return readObject(depth);
    }
    if (kind === marker.list) {
      const length = take(4).readUInt32BE();
      const list: Record<string, AmfValue> = Object.create(null);
      for (let n = 0; n < length; n += 1) list[n] = readValue(depth + 1);
      return list;
    }
    if (kind === marker.date) return take(10).readDoubleBE();
    if (kind === marker.longText) return take(take(4).readUInt32BE()).toString("utf8");
    throw new Error("an unknown kind of value");
  };
  const values: AmfValue[] = [];
  while (at < bytes.length) values.push(readValue(0));
  return values;
}

const marker = {
  ...{ number: 0, boolean: 1, text: 2, object: 3, null: 5, undefined: 6 },
  ...{ map: 8, end: 9, list: 10, date: 11, longText: 12 },
};

export function writeAmf(...values: AmfValue[]): Buffer {
  return Buffer.concat(values.map(writeValue));
}

function writeValue(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([marker.null]);
  if (typeof value === "boolean") return Buffer.from([marker.boolean, Number(value)]);
  if (typeof value === "string") return Buffer.concat([Buffer.from([marker.text]), writeText(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  const entries = Object.entries(value).flatMap(([name, one]) => [writeText(name), writeValue(one)]);
  return Buffer.concat([Buffer.from([marker.object]), ...entries, Buffer.from([0, 0, marker.end])]);
}

function writeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  return Buffer.concat([size, bytes]);
}
