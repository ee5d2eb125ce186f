// What people read on the account page, which is loaded on demand. What the header itself shows is in ../words.ts.

export const words = {
  title: "Account",
  back: "‹ Account",
  sections: {
    membership: { title: "Membership", about: "What you may watch, and connected accounts" },
    notices: { title: "Notices", about: "Email and push for new recordings" },
    listening: { title: "Other ways to listen", about: "Podcast feed, saved on this device" },
    devices: { title: "Logged-in devices", about: "Log out elsewhere" },
    look: { title: "Look", about: "Light or dark" },
    privacy: { title: "Privacy", about: "Download or delete your data" },
  },
  permissions: {
    owner: "Owner: you can do everything",
    editor: "Editor: you can watch and edit",
    member: "Member: you can watch",
    level: (name: string) => `Your level: ${name}`,
    none: "No access to the recordings yet",
  },
  connections: {
    title: "Connected accounts",
    account: (provider: string, name: string) => `${provider}: ${name}`,
    connect: "Connect",
    connectThis: (provider: string) => `Connect ${provider}`,
    connectAgain: "Connect again",
    connectAgainThis: (provider: string) => `Connect again with ${provider}`,
    notConnected: "Not connected",
    connected: "Connected",
    ended: "This connection has ended. Connect again to renew it.",
    gone: "This account no longer exists",
    disconnect: "Disconnect",
    disconnectThis: (provider: string) => `Disconnect ${provider}`,
    question: (provider: string) => `Disconnect ${provider}?`,
    loss: "You may lose access to the recordings.",
    yes: "Yes, disconnect",
    yesThis: (provider: string) => `Yes, disconnect ${provider}`,
    keep: "Stay connected",
  },
  devices: {
    current: "This device",
    lastUsed: (ago: string) => `Last used ${ago}`,
    end: "Log out",
    endThis: (device: string) => `Log out on ${device}`,
    endOthers: "Log out on all other devices",
  },
  history: {
    keep: "Keep my listening history",
    hint: "What you listen to, by day. Only you see it. If you turn it off, nothing new is added; where you stopped in each recording is still kept.",
    open: "Listening history",
    kept: "Your listening history is kept from now on.",
    notKept: "Your listening history is not kept any more. What is in it stays until you clear it.",
  },
  data: {
    policy: "What this archive keeps about you",
    download: "Download my data",
    delete: "Delete my account",
    question: "Delete your account?",
    loss: "Your logins, playback positions, listening history, favourites and playlists are deleted for good. What you changed in the archive stays, and is shown as the work of a former member. If you log in again, you start with a new, empty account. If your access as a guest was ended, it stays ended.",
    yes: "Yes, delete my account",
    keep: "Keep my account",
    logInAgain: "Log in again",
  },
  feed: {
    text: "All recordings as audio in your podcast app.",
    savedText: "What you have saved plays without a connection.",
    saved: "Saved on this device",
  },
} as const;

// What members read about notices on the account page.
export const noticeWords = {
  lead: "Choose how you want to hear of new recordings.",
  mail: "By email",
  push: "On this and other devices (push)",
  wishes: { nothing: "Nothing", each: "Each new recording", weekly: "Once a week" },
  liveMail: "Email when the channel is live",
  livePush: "Push notice when the channel is live",
  mailTo: (address: string) => `Emails go to ${address}, the address of your account.`,
  noAddress: "Your account has no verified email address. Connect a Twitch account to use its address.",
  cannotMail: "This archive sends no emails.",
  refused:
    "Emails to you were refused three times, so no more are sent. Check your mailbox, then turn emails on again.",
  devices: (count: number) =>
    count === 0
      ? "No device shows notices yet."
      : `${count === 1 ? "1 device shows" : `${count} devices show`} notices.`,
  thisDevice: "Show notices on this device",
  notThisDevice: "Stop notices on this device",
  cannotPush: "This browser cannot show push notices. On an iPhone or iPad, add the archive to the home screen first.",
  denied: "This browser blocks notices from this site. Allow them in the browser's settings for this site.",
  quiet: "Quiet hours",
  quietHint: "Notices are not sent during these hours. You get them afterwards.",
  from: "From",
  to: "To",
  reader: "Your feed reader can show new recordings, too. The address for it is under “Other ways to listen”.",
  saved: "Your choice is saved.",
} as const;

// What guests read when they open an invitation link.
export const invitationWords = {
  title: "Invitation",
  loading: "Opening the invitation…",
  over: "Invitation",
  heading: (archive: string) => `You are invited to ${archive}`,
  by: (name: string) => `${name} invites you to watch, without a membership.`,
  bySomebody: "You are invited to watch, without a membership.",
  until: (day: string) => `Your access lasts until ${day}.`,
  logIn: "Log in with one of your accounts to accept. A free account is enough.",
  accept: "Accept the invitation",
  acceptAs: (name: string) => `You are logged in as ${name}.`,
  accepting: "Accepting the invitation…",
  accepted: "Welcome! You may watch as a guest.",
  problem: "This invitation cannot be opened",
  noKey: "The link is not complete. Copy all of it, or ask for a new one.",
} as const;

// What people read who open a link to a shared moment.
export const momentWords = {
  title: "A shared moment",
  loading: "Opening the shared moment…",
  play: (title: string) => `Play this part of “${title}”`,
  from: (archive: string) => `From the archive of ${archive}`,
  seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
  join: {
    title: "Hear all of it",
    text: (archive: string) => `Members of ${archive} watch and hear whole recordings.`,
    become: (provider: string) => `Become a member on ${provider}`,
    logIn: "I am a member: log in",
  },
  front: "Go to the front page",
  over: "This link no longer works",
  notOpened: "The shared moment could not be opened",
  notPlayed: "The shared moment could not be played. Check your connection and open the link again.",
} as const;

// What people read on the privacy page, beside the owner's own text.
export const privacyWords = {
  title: "Privacy",
  loading: "Loading the privacy page…",
  heard: {
    counted: (days: number) =>
      `This archive counts how often and for how long each recording is heard, without noting by whom. These figures are kept for ${days === 1 ? "1 day" : `${days} days`}.`,
    notCounted: "This archive does not count what is heard.",
    own: "What you have heard yourself is in your listening history, which only you see. You can turn it off and clear it.",
  },
  failedTitle: "The privacy page could not be loaded",
  failed: "Please reload the page.",
} as const;
