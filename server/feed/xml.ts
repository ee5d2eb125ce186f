// XML as text: elements, attributes, and everything that people wrote escaped. Pure.

export function element(name: string, text: string | null, attributes: Record<string, string> = {}): string {
  const told = writeAttributes(attributes);
  return text === null ? `<${name}${told}/>` : `<${name}${told}>${escape(text)}</${name}>`;
}

export function wrap(name: string, attributes: Record<string, string>, lines: readonly string[]): string {
  return [`<${name}${writeAttributes(attributes)}>`, ...lines, `</${name}>`].join("\n");
}

function writeAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join("");
}

/** XML 1.0 has no place for most control characters, not even escaped. In hexadecimal, as the feed validator of the W3C wants it. */
export function escape(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll(/[&<>"]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`)
  );
}
