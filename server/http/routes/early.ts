// What a visit needs is asked for by index.html itself, before any script runs. Members need more than others, so parts of
// index.html are marked, and taken out for those who would only be refused.

/** Who opens what: "home" means a member's home page. */
export type Visit = "anyone" | "member" | "home";

const marked = /\s*<!-- for (members|the home page)[^>]*-->([\s\S]*?)\s*<!-- end -->/g;

export function keepEarly(html: string, visit: Visit): string {
  return html.replace(marked, (_, part: string, lines: string) => {
    const isKept = part === "members" ? visit !== "anyone" : visit === "home";
    return isKept ? lines : "";
  });
}
