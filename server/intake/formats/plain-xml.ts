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

function* readTokens(xml: string): Generator<Token> {
  const pattern =
    /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_][\w.:-]*)([^<>]*?)(\/?)>|[^<]+/g;
  for (const match of xml.matchAll(pattern)) {
    const [whole, raw, slash, name, , end] = match;
    if (raw !== undefined) yield [raw];
    else if (name !== undefined) yield ["", name.toLowerCase(), slash === "/", end === "/"];
    else if (!whole.startsWith("<")) yield [decodeCharacters(whole)];
  }
}
