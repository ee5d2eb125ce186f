// What editors and members are told about recordings: what is not there, and which rule an edit breaks.
export const words = {
  untitled: "Untitled",

  // refusals
  noSuchRecording: "There is no such recording.",
  oneIsGone: "One of these recordings no longer exists. Nothing was changed.",
  changedMeanwhile: "Somebody else has changed this recording in the meantime. Look at what changed, then save again.",
  /** `fields` such as "the title and the description". */
  changedSince: (fields: string, count: number) =>
    `${capitalise(fields)} ${count > 1 ? "have" : "has"} been changed again since then. Only the newest change can be undone.`,
  levelGone: "The level that this recording had does not exist any more. Choose another one instead.",
  /** The language of captions that do not say it. */
  unknownLanguage: "?",
  cannotContinue: "More entries could not be loaded. Please reload the list.",
  cursorRule: "must be the value of `next` from a page with the same sort order",

  // an edit: "The <field> <rule>."
  broken: (field: string, rule: string) => `The ${field} ${rule}.`,
  fields: {
    title: "title",
    description: "description",
    add_date: "date",
    only_known: "field only_known",
    level: "level",
    opens_at: "end of early access",
    opens_level: "level after early access",
  } as Record<string, string>,
  otherField: (field: string) => `field ${field}`,
  rules: {
    text: "must be text",
    notEmpty: "must not be empty",
    atMost: (characters: number) => `must have at most ${characters.toLocaleString("en")} characters`,
    noLineBreaks: "must not contain line breaks or other control characters",
    noControls: "must not contain control characters",
    date: "must be a date and time with a time zone, such as 2024-05-31T18:30:00Z",
    years: "must be in the years 1970 to 2100",
    level: "must be one of the levels in Studio > Levels",
    earlyNeedsLevel: "is only possible with a level above the standard level",
    lowerLevel: "must be lower than the level of the recording",
    known: "must be month or year, or null if the day is known",
    boolean: "must be true or false",
    wholeNumber: "must be a whole number",
    unknown: "is not a field of a recording",
    readOnly: "cannot be changed",
    hidden: "cannot be changed here: use Hide or Unhide",
  },
} as const;

function capitalise(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}
