// What guests, and those who invite them, are told.
export const words = {
  linkInvalid:
    "This invitation link does not work. It may be used up, expired, turned off or copied only in part. Ask for a new one.",
  ended:
    "Your access as a guest was ended, so invitation links no longer work for you. Ask the owner of this archive to give you access again.",
  linkTooOld: "This invitation link is older than a change of your access. Ask for a new one.",
  notInviting: "Only the owner of this archive may invite guests.",
  notYours: "Somebody else invited this guest. Ask the owner to make this change.",
  notYourLink: "Somebody else has made this link. Ask the owner to turn it off.",
  noSuchGuest: "There is no such guest.",
  noSuchInvitation: "There is no such invitation.",
  isMember: "This is the account of an owner or an editor, who may watch anyway.",
  isGuest: "This account is already a guest. Change the guest in the list instead.",
  badDay: "The dates are not valid. Correct the fields below.",
  badLevel: "There is no such level. Reload the page, and choose again.",
  mustBeLevel: "must be one of the levels in Studio > Levels",
  mustBeLater: "must be in the future",
  linkTooLong: (days: number) => `must be at most ${days} days from now`,
  tooManyGuests: "There are 500 guests already. End the access of some before you add more.",
  tooManyLinks: "There are already 200 working links. Turn some off before you make more.",
  patreonNumber:
    "Names are not unique at Patreon, so a guest is added by the number of the account: the digits in patreon.com/user?u=12345. Or send an invitation link instead.",
  accountRule: "must be the number of a Patreon account",
  patreonAccount: (number: string) => `Patreon account ${number}`,
  noTwitchUser: (login: string) => `There is no Twitch account with the name ${login}. Check the spelling.`,
  twitchRule: "must be the login name of a Twitch account",
  providerNotUsed: (provider: string) =>
    `People cannot log in with ${provider} at this archive. Choose the other service.`,
  providers: { patreon: "Patreon", twitch: "Twitch" },
  cannotUndo: "This change cannot be undone.",
  changedSince: "This invitation has been changed again since then. Only the newest change can be undone.",
} as const;
