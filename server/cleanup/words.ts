// What editors and the owner read about cleanup and trash.
import { sayCount } from "#server/say-count.ts";

export const words = {
  // why the cleanup deletes nothing, or not everything, right now
  storageMissing: "The media storage is missing, or belongs to another archive. Nothing is deleted.",
  clockJumped: (days: number) =>
    `The cleanup did not run for ${sayCount(days, "day")}, or the clock was changed. Nothing is deleted for 24 hours. Please check the date of the server.`,
  clockBehind:
    "Some files are newer than the server's clock. Nothing is deleted for 24 hours. Please check the date of the server.",
  paused: (until: string) =>
    `The rule or the clock was changed, or a backup was restored. Nothing is deleted before ${until}.`,
  notDeleted: (count: number) =>
    `${sayCount(count, "recording")} could not be deleted. See the server log for details. The server tries again.`,
  anotherRun: "Another cleanup was still running, so this one stopped.",
  tooMany: (waiting: number, atMost: number) =>
    `${sayCount(waiting, "more recording")} should be deleted now, but at most ${atMost} are deleted in a day. The rest waits.`,

  // changing the rule
  formerMember: "A former member",
  archiveBusy: "The archive is being changed right now. Please try again in a moment.",
  ruleChanged: "The rule was changed in the meantime. Look at the current rule, then change it.",
  totalChanged: (total: number, confirmed: number) =>
    `This rule would now delete ${sayCount(total, "recording")}, not ${confirmed}. Look at them, then confirm again.`,

  // why something is in the trash
  trashedForAge: "Deleted by the cleanup rule, because it is older than the rule allows.",
  videoTrashedForAge:
    "The video was deleted by the cleanup rule, because it is older than the rule allows. The audio is kept.",
  trashedForSpace: "Deleted by the cleanup rule, because the archive is over its storage cap.",
  videoTrashedForSpace:
    "The video was deleted by the cleanup rule, because the archive is over its storage cap. The audio is kept.",
  trashedBy: (who: string) => `Deleted by ${who}.`,
  videoTrashedBy: (who: string) => `The video was deleted by ${who}. The audio is kept.`,
  /** In the middle of a sentence. */
  aFormerMember: "a former member",
  protectedInTrash: " It is protected, so it stays in the trash until the owner deletes it.",

  // moving into and out of the trash
  notInTrash: "There is no such recording in the trash.",
  allGone: "None of these recordings exists any more.",
  videoBeingDeleted: "The video of this recording is being deleted right now. Please try again in a moment.",
  tooLate: "It is too late: this recording is being deleted.",
  cannotUndo: "This change can no longer be undone. Please look at the newest change.",

  // deleting for good
  audioDamaged:
    "The audio that should be kept is missing or damaged, so nothing was deleted. Restore the video, or verify the archive.",
  storageAway: "The media storage is not reachable right now, so nothing was deleted. Please try again later.",
} as const;
