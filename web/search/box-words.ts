// The search box in the header: its words are loaded at the first visit, those of the page with the page.
export const boxWords = {
  label: "Search recordings and songs",
  placeholder: "Search",
  clear: "Clear the search",
} as const;
