// What editors and members are told about collections.
import { collectionLimits } from "#contract/collections/collections.ts";

export const words = {
  noSuchCollection: "There is no such collection. It may have been deleted.",
  changedMeanwhile: "Somebody else has changed this collection in the meantime. Reload the page, then try again.",
  changedSince: "The collection has been changed again since then. Only the newest change can be undone.",
  orderChangedMeanwhile: "Collections were added or deleted in the meantime. Reload the page, then try again.",
  orderChangedSince: "The order of the collections has been changed again since then.",
  tooMany: `There are already ${collectionLimits.collections} collections, and there cannot be more. Please delete one first.`,
  level: "The level must be one of the levels in Studio > Levels.",
  levelRule: "must be one of the levels in Studio > Levels",
  levelGone: "The level that this collection had does not exist any more. Choose another one instead.",
  pictureGone: "The earlier picture is no longer there. Please upload it again.",
} as const;
