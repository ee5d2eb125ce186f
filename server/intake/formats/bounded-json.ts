// JSON of strangers: its size, depth and number of values are counted before it is parsed, because parsing needs many
// times the memory of the text. Pure.

const mostDepth = 64;
const mostValues = 500_000;

/** Undefined when it is not JSON, or too deep or too full to be read. */
export function parseBounded(text: string): unknown {
  if (!isBounded(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isBounded(text: string): boolean {
  let [depth, values] = [0, 0];
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (isInText) {
      if (letter === 0x5c) at += 1;
      else if (letter === 0x22) isInText = false;
      continue;
    }
    if (letter === 0x22) isInText = true;
    else if (letter === 0x2c) values += 1;
    else if (letter === 0x7b || letter === 0x5b) {
      depth += 1;
      values += 1;
    } else if (letter === 0x7d || letter === 0x5d) depth -= 1;
    if (depth > mostDepth || values > mostValues) return false;
  }
  return true;
}

/** The object that begins at `from`, as text; undefined when it does not end. */
export function cutObject(text: string, from: number): string | undefined {
  let depth = 0;
  let isInText = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (isInText) {
      if (letter === "\\") at += 1;
      else if (letter === '"') isInText = false;
    } else if (letter === '"') isInText = true;
    else if (letter === "{") depth += 1;
    else if (letter === "}" && (depth -= 1) === 0) return text.slice(from, at + 1);
  }
  return undefined;
}
