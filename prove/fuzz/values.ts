// Random values for a schema of the contract: allowed, nearly allowed, and never allowed ones.
import fc from "fast-check";
import { z } from "zod";

/** A placeholder for something that exists: when the request is sent it becomes an id from an earlier answer. */
export const known = /@(\d+)@/g;
const something: fc.Arbitrary<string> = fc.nat({ max: 999 }).map((n) => `@${n}@`);

const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export const hostileStrings: readonly string[] = [
  ...["", " ", "\0", "a\0b", "\ud800", "\udfff\ud800", "\u202e\u2066", "\ufeff", "İıſK", "🎻".repeat(40), "e\u0301\u0301"],
  ...["../../../../etc/passwd", "..\\..\\x", "/", "//evil.example", "https://evil.example", "file:///etc/passwd"],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "undefined", "null", "[object Object]"],
  ...["' or 1=1 --", "'; drop table video; --", '"', "\\", "%", "_", "%_%\\", "$1", "${7*7}", "{{7*7}}", "\r\nX-Y: z"],
  ...["NaN", "Infinity", "-0", "1e309", "0x10", "9007199254740993", "99999999999999999999", "-1", "1.5", " 1", "١"],
  ...["0000-00-00", "0000-01-01", "9999-12-31T23:59:59.999Z", "+275760-09-13T00:00:00.001Z", "2024-02-30", "-000001-01-01"],
  ...["<script>1</script>", "x".repeat(64), "x".repeat(65), "x".repeat(300), "x".repeat(5000), "\u{1f3bb}".repeat(200)],
  ...["others", "master.m3u8", "thumbnail", "video-source.mp4", "audio.m4a", "store.json", "v1", "c1", "m1", "e1:1"],
  ...[cursor([]), cursor({}), cursor(null), cursor("x"), cursor([1e308, "x"]), cursor(["\0", "\0"])],
  ...[cursor(["x", { $gt: 1 }, null]), cursor({ at: "never", id: [] }), "e30", "!!!!", "bnVsbA", "W10="],
]; // prettier-ignore

const hostileNumbers = [-1, -0, 0.5, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 63];

const words = fc.oneof(
  { weight: 4, arbitrary: something },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileStrings) },
);
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileStrings),
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom(null, true, [], {}, [[]], [null], { id: {} }, { length: 1e9 }, Array(300).fill("x")),
  fc.jsonValue({ maxDepth: 2 }),
);

interface Shape {
  anyOf?: Shape[];
  const?: unknown;
  enum?: unknown[];
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: Shape;
  /** Of a list of this length: what each place has. */
  prefixItems?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
}

/** Mostly what the schema allows; sometimes, at any depth, something else. */
export function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return valuesOfShape(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape);
}

function valuesOfShape(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 14, arbitrary: allowed(shape) }, { weight: 1, arbitrary: hostile });
}

function allowed(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map(valuesOfShape));
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if ("const" in shape) return fc.constant(shape.const);
  switch (shape.type) {
    case "string":
      if (shape.format === "date-time") return dates;
      return shape.pattern === undefined ? words : fc.oneof(something, fc.stringMatching(new RegExp(shape.pattern)));
    case "integer":
    case "number": {
      const { minimum = -1000, maximum = 2 ** 53 - 1 } = shape;
      return fc.oneof(fc.nat({ max: 20 }), fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1));
    }
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      if (shape.prefixItems) return fc.tuple(...shape.prefixItems.map(valuesOfShape));
      return fc.array(valuesOfShape(shape.items ?? {}), { maxLength: 4 });
    case "object":
      return objects(shape);
    default:
      return hostile;
  }
}

const dates = fc
  .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());

function objects({ properties = {}, required = [] }: Shape): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOfShape(one)]));
  const whole = fc.record(fields, { requiredKeys: required });
  const partly = fc.record(fields, { requiredKeys: [] });
  const more = fc
    .tuple(whole, fc.constantFrom("more", "id", "__proto__x", "toJSON", ""), hostile)
    .map(([given, name, value]) => ({ ...given, [name]: value }));
  return fc.oneof({ weight: 10, arbitrary: whole }, { weight: 1, arbitrary: partly }, { weight: 1, arbitrary: more });
}
