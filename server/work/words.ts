// What editors read in the queue, apart from the steps of preparing, which are in server/prepare/words.ts.
export const words = {
  // jobs that are not about one recording
  demo: { title: "A recording for the demo", step: "Making it" },
  verify: { title: "The archive's files", step: "Comparing them with their checksums" },
  backup: { title: "Backup", step: "Copying what is new" },
  search: { title: "Earlier recordings", step: "Adding them to the search" },
  hear: { title: "Earlier recordings", step: "Listening to their harmony, to recognise songs" },
  judge: { title: "Earlier recordings", step: "Checking that they play" },
  cleanup: { title: "Cleanup", step: "Looking for recordings to delete" },

  // refusals
  gone: "This job is no longer in the queue.",
  beingCancelled: "This is being cancelled right now. Please try again in a moment.",
  alreadyDone: "This job is already done.",
  alreadyEnded: "This job has already ended.",
  cannotRetry: "This cannot be tried again: a newer attempt is waiting or running, or the recording is in the trash.",
  alreadyPlays: "This recording can already be watched.",
  noAudioYet:
    "This recording has no audio, or its audio is not ready yet. Please try again when the recording is prepared.",
  noOriginal:
    "The original file of this recording is missing, so it cannot be prepared again. Upload it again, or restore it from a backup.",

  /** What editors read about a recording. */
  cancelled: "Preparing was cancelled.",
} as const;
