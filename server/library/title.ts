// What a title may be: 1 to 200 characters, none of them a control character.
import { fold } from "#contract/search/fold.ts";
import { hasControls, isUnseen, tidyName } from "#contract/text/plain-text.ts";
import { words } from "./words.ts";

const mostInTitle = 200;

/** The rule a title breaks, to complete "The title …"; undefined when it is fine. Trim it first. */
export function findTitleFault(title: string): string | undefined {
  if (isUnseen(title)) return words.rules.notEmpty;
  if (countCharacters(title) > mostInTitle) return words.rules.atMost(mostInTitle);
  return hasControls(title) ? words.rules.noLineBreaks : undefined;
}

/** A title from any text, such as the name of a file. */
export function makeTitle(text: string): string {
  return tidyName(Array.from(tidyName(text)).slice(0, mostInTitle).join("")) || words.untitled;
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
