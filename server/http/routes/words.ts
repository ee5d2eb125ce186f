// Refusals of the routes themselves; those of the functions they call are in the words.ts of their folders.
export const words = {
  // history

  // media
  fileMissing: "A file of this recording is missing. Please tell an editor.",

  locked: ({ needed, own }: { needed: string; own: string }, reasons: string) =>
    `This recording is for the level ${needed}. Your level is ${own}. ${reasons}`,

  // the page
  pageNotBuilt: (folder: string) =>
    `The web pages are not built: ${folder} is missing. Run npm start, which builds them.`,

  // the signed-in member
  noPicture: "There is no profile picture.",
  sessionEnded: "That device is already logged out.",

  // members
  ownAccount: "This is your own account. Delete it in your account, under Privacy.",

  // webhooks
  wrongSignature: "The signature of this message is wrong. Check that both sides use the same webhook secret.",

  // queue
  queueOpenTooOften: (most: number) => `Studio > Upload is already open in ${most} windows. Please close one of them.`,
} as const;
