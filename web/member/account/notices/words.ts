// What members read about notices on the account page.
export const words = {
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
