// What a title may be: 1 to 200 characters, none of them a control character.
import { fold } from "#contract/fold.ts";
import { words } from "./words.ts";

const mostInTitle = 200;

/** The rule a title breaks, to complete "The title …"; undefined when it is fine. Trim it first. */
export function findTitleFault(title: string): string | undefined {
  if (title === "") return words.rules.notEmpty;
  if (countCharacters(title) > mostInTitle) return words.rules.atMost(mostInTitle);
  return hasControl(title) ? words.rules.noLineBreaks : undefined;
}

/** A title from any text, such as the name of a file. */
export function makeTitle(text: string): string {
  const clean = text.toWellFormed().replace(controls, " ").trim();
  return Array.from(clean).slice(0, mostInTitle).join("").trim() || words.untitled;
}

/** For search and for the order by title. Limited in length, because it is a part of the list's cursor. */
export function foldTitle(title: string): string {
  return fold(title).slice(0, 400).toWellFormed();
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

// Cc, the line and paragraph separators, and what turns the direction of the text around it
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

function hasControl(text: string): boolean {
  return !text.isWellFormed() || text.search(controls) >= 0;
}
