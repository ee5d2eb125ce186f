// The little of XML that .nfo files need: elements and text. Declarations of entities are refused, because a few bytes of
// them can stand for gigabytes, or for another file. Pure.
import { decodeCharacters } from "#server/media/facts/cues.ts";

interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

const mostElements = 20_000;
const mostDepth = 32;

/** The first element with all that is in it; undefined when it is not such XML. What follows it is ignored. */
export function parseXml(xml: string): XmlElement | undefined {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return undefined;
  const open: XmlElement[] = [];
  let count = 0;
  for (const [token, name, isClosing, isEmpty] of readTokens(xml)) {
    const inside = open.at(-1);
    if (name === undefined) {
      if (inside) inside.text += token;
    } else if (isClosing) {
      if (inside?.name !== name) return undefined;
      open.pop();
      if (open.length === 0) return inside;
    } else {
      const element: XmlElement = { name, text: "", children: [] };
      inside?.children.push(element);
      count += 1;
      if (count > mostElements || open.length >= mostDepth) return undefined;
      if (!isEmpty) open.push(element);
      else if (open.length === 0) return element;
    }
  }
  return undefined;
}

type Token = [text: string, name?: string | undefined, isClosing?: boolean, isEmpty?: boolean];

/** Each sign is looked at once: what begins and never ends is not XML, and ends the text. */
function* readTokens(xml: string): Generator<Token> {
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf("<", at);
    const end = next < 0 ? xml.length : next;
    if (end > at) yield [decodeCharacters(xml.slice(at, end))];
    const kind = kinds.find(({ start }) => xml.startsWith(start, end));
    const from = end + (kind?.start.length ?? 0);
    const close = xml.indexOf(kind?.end ?? ">", from);
    if (next < 0 || close < 0) return;
    const inside = xml.slice(from, close);
    at = close + (kind?.end.length ?? 0);
    if (kind) {
      if (kind.isText) yield [inside];
      continue;
    }
    // a < that is only a sign
    const again = xml.indexOf("<", end + 1);
    if (again >= 0 && again < close) {
      at = again;
      continue;
    }
    at = close + 1;
    const [, slash, name] = /^<(\/?)([A-Za-z_][\w.:-]{0,100})/.exec(inside) ?? [];
    if (name !== undefined) yield ["", name.toLowerCase(), slash === "/", inside.endsWith("/")];
  }
}

const kinds = [
  { start: "<![CDATA[", end: "]]>", isText: true },
  { start: "<!--", end: "-->", isText: false },
  { start: "<?", end: "?>", isText: false },
];
