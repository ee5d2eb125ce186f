// The header that makes browsers save an answer as a file, with a name that every system takes.
export function nameAttachment(title: string, ending: string): string {
  const name = `${title.replace(/[\\/:*?"<>|]/g, "_")}.${ending}`;
  // as RFC 8187 says
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
