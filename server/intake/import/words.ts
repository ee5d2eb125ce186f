// What an import says about each file, in its table and in its report.
export const words = {
  new: "will be added",
  known: "already there",
  copy: (place: string) => `already there: it is a copy of ${place}`,
  wouldRefuse: (why: string) => `cannot be added: ${why}`,
  missing: { title: "title", date: "date", time: "time of day", description: "description", picture: "picture" },

  // the corrected report
  noFileColumn: (file: string) =>
    `${file} has no column called "file". Use a table that npm run archive -- import --report has written.`,
  dateNotRead: (file: string, date: string) =>
    `The date "${date}" of ${file} could not be read. Write it as 2024-05-01, 2024-05-01 21:30, 2024-05 or 2024.`,
} as const;
