// What editors and the owner read about cleanup and trash.
import { sayCount } from "#server/say-count.ts";

export const words = {
  // why the cleanup deletes nothing, or not everything, right now
  storageMissing:
    "The media storage is missing, or belongs to another archive. Mount the right one; until then nothing is deleted.",
  clockJumped: (days: number) =>
    `The cleanup did not run for ${sayCount(days, "day")}, or the clock was changed. Nothing will be deleted for the next 24 hours. Please check the date of the server.`,
  clockBehind:
    "Some files have a date in the future. Nothing will be deleted for the next 24 hours. Please check the date of the server.",
  paused: (until: string) =>
    `The rule or the clock was changed, or a backup was restored. Nothing will be deleted until ${until}.`,
  notDeleted: (count: number) =>
    `${sayCount(count, "recording")} could not be deleted. The server tries again. The owner can find details in the server log.`,
  anotherRun: "Another cleanup was still running, so this one stopped.",
  tooMany: (waiting: number, atMost: number) =>
    `The limit of ${atMost} deletions a day is reached. ${sayCount(waiting, "more recording", "more recordings")} will be deleted on the following days.`,

  // changing the rule
  formerMember: "A former member",
  archiveBusy: "The archive is being changed right now. Please try again in a moment.",
  ruleChanged: "The rule was changed in the meantime. Look at the current rule, then make your change again.",
  totalChanged: (total: number, confirmed: number) =>
    `The archive has changed since you confirmed: this rule would now delete ${sayCount(total, "recording")} instead of ${confirmed}. Look at the list again, then confirm again.`,

  // why something is in the trash
  trashedForAge: "Moved to the trash by the cleanup rule, because it is older than the rule allows.",
  videoTrashedForAge:
    "The video was moved to the trash by the cleanup rule, because it is older than the rule allows. The audio is kept.",
  trashedForSpace: "Moved to the trash by the cleanup rule, because the archive is over its storage cap.",
  videoTrashedForSpace:
    "The video was moved to the trash by the cleanup rule, because the archive is over its storage cap. The audio is kept.",
  trashedBy: (who: string) => `Moved to the trash by ${who}.`,
  videoTrashedBy: (who: string) => `The video was moved to the trash by ${who}. The audio is kept.`,
  /** Written for the middle of a sentence. */
  aFormerMember: "a former member",
  protectedInTrash: " It is protected from cleanup, so it stays in the trash until the owner deletes it for good.",

  // moving into and out of the trash
  notInTrash: "There is no such recording in the trash.",
  allGone: "None of these recordings exists any more.",
  videoBeingDeleted: "The video of this recording is being deleted for good right now. Please try again in a moment.",
  tooLate: "It is too late: this recording is being deleted for good.",
  cannotUndo:
    "This can no longer be undone: the recording was moved to the trash or restored again since then, or is being deleted for good.",

  // deleting for good
  audioDamaged:
    "The audio that should be kept is missing or damaged, so nothing was deleted. Restore the video from the trash, or ask the owner to run: npm run archive -- verify",
  storageAway: "The media storage is not reachable right now, so nothing was deleted. Please try again later.",
} as const;
