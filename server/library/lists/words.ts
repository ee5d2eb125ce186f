// What members read about their lists.
import { listLimits } from "#contract/lists.ts";

export const words = {
  favourites: "Favourites",
  later: "Listen later",
  queue: "Play queue",
  noSuchList: "There is no such playlist. It may have been deleted, or it is no longer shared.",
  noSuchEntry: "This is not in the playlist any more. Please reload the page.",
  noSuchPerformance: "This song is no longer in the recording. Please reload the page.",
  readyMade: "Favourites and Listen later cannot be renamed or deleted.",
  isQueue: "The play queue cannot be renamed, shared or deleted. Please save it as a playlist instead.",
  tooManyLists: `You already have ${listLimits.lists} playlists, and cannot have more. Please delete one first.`,
  full: `This playlist is full: it can have at most ${listLimits.entries} entries. Please remove some first, or make another playlist.`,
  nothingToPlay: "There is nothing to play. Songs can be played when their times are in the set list.",
  noQueue: "There is no play queue that could go on. Please start one first.",
  anotherQueue: "This play queue has stopped: you left it, or started another one on another device.",
  changedSince: "The playlist has been changed since then. This can no longer be undone.",
} as const;
