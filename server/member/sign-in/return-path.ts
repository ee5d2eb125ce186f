// Where a sign-in ends: a path of our own, or home. Checked when it is stored and again when it is used.

const longest = 1024;
const home = "/";

export function cleanReturnPath(text: string): string {
  // no whitespace, control character or backslash: browsers read some of them as a slash or as nothing
  if (text.length > longest || !/^\/(?![/\\])[\u0021-\u005b\u005d-\u007e]*$/.test(text)) return home;
  const base = "http://archive.invalid";
  const url = URL.parse(text, base);
  if (!url || url.origin !== base || url.username || url.password) return home;
  url.searchParams.delete("problem");
  const path = url.pathname + url.search;
  if (path.startsWith("//") || path.includes("\\") || /^\/api(\/|$)/i.test(decodeLoosely(url.pathname))) return home;
  return path;
}

function decodeLoosely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
