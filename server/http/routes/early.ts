// What a visit needs is asked for by index.html itself, before any script runs. Members need more than others, so parts of
// index.html are marked, and taken out for those who would only be refused.

/** The kind of visitor: "home" means a member's home page. */
export type Visit = "anyone" | "member" | "home";

const [start, end] = ["<!-- for ", "<!-- end -->"];

export function keepEarly(html: string, visit: Visit): string {
  const [before = "", ...parts] = html.split(start);
  return parts.reduce((all, part) => {
    const [marked = "", after = ""] = part.split(end, 2);
    const isKept = marked.startsWith("members") ? visit !== "anyone" : visit === "home";
    const lines = isKept ? marked.slice(marked.indexOf("-->") + "-->".length).trimEnd() : "";
    return all.trimEnd() + lines + after;
  }, before);
}
