// What people read while a page loads, when there is none, and on the video page's buttons for editors.

export const words = {
  titles: { home: "Home", recording: "Recording", notFound: "Not found" },
  loading: {
    recordings: "Loading the recordings…",
    recording: "Loading the recording…",
    studio: "Loading the studio…",
    songs: "Loading songs…",
    lists: "Loading playlists…",
  },
  notFound: {
    text: "Oh no, this page was not found!",
    picture: "A flat line: the waveform of silence",
    back: "Back to the archive",
  },
  error: {
    title: "Something went wrong",
    text: "This page could not be shown. Please reload it. If that does not help, the archive may be restarting: try again in a minute.",
    reload: "Reload",
  },
  tools: {
    hide: "Hide",
    unhide: "Unhide",
    edit: "Edit",
  },
} as const;

// What people read in the header and the footer.
export const frameWords = {
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
