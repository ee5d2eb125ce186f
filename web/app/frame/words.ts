// What people read in the header and the footer.
export const words = {
  archive: "Archive",
  places: "Places",
  home: "Home",
  search: "Search",
  songs: "Songs",
  library: "Library",
  studio: "Studio",
  contact: "Contact",
  privacy: "Privacy",
  skip: "Skip to the content",
  demo: "Demo: Patreon and Twitch are simulated on this computer.",
} as const;
