// The dialog of keyboard shortcuts: its words are loaded with it.
import { headerWords } from "./header-words.ts";

export const keyWords = {
  heading: "Keyboard shortcuts",
  keys: [
    { keys: ["Space", "K"], meaning: "Play or pause" },
    { keys: ["J", "L"], meaning: "Back / forward 10 seconds" },
    { keys: ["←", "→"], meaning: "Back / forward 5 seconds" },
    { keys: ["P", "N"], meaning: "Previous / next song, if there is a set list" },
    { keys: ["Shift + P", "Shift + N"], meaning: "Previous / next recording" },
    { keys: ["R"], meaning: "Loop this song" },
    { keys: ["H"], meaning: "Add the song to favourites, or remove it (without a set list: the recording)" },
    { keys: ["0", "…", "9"], meaning: "Jump to 0 % – 90 % of the recording" },
    { keys: ["↑", "↓"], meaning: "Louder / quieter" },
    { keys: ["M"], meaning: "Mute" },
    { keys: ["<", ">"], meaning: "Slower / faster" },
    { keys: ["A"], meaning: headerWords.audioOnly },
    { keys: ["F"], meaning: "Full screen" },
    { keys: ["T"], meaning: "Theatre mode" },
    { keys: ["C"], meaning: "Captions, if there are any" },
    { keys: ["B"], meaning: "Play on another screen, if the browser finds one" },
    { keys: ["?"], meaning: "Show keyboard shortcuts" },
  ],
} as const;
