// What members read about notices in the account menu.
export const words = {
  title: "Notices",
  lead: "Choose how you want to hear of new recordings.",
  mail: "By mail",
  push: "On this and other devices (push)",
  wishes: { nothing: "Nothing", each: "Each new recording", weekly: "Once a week" },
  mailTo: (address: string) => `Mails go to ${address}, the address of your account.`,
  noAddress: "Your account gives no verified mail address. Log in with Twitch to use its address.",
  cannotMail: "This archive sends no mails.",
  refused: "Mails to you were refused three times, so none are sent. Check your mailbox, then choose again.",
  devices: (count: number) =>
    count === 0
      ? "No device shows notices yet."
      : `${count === 1 ? "1 device shows" : `${count} devices show`} notices.`,
  thisDevice: "Show notices on this device",
  notThisDevice: "No longer on this device",
  cannotPush: "This browser cannot show push notices. On an iPhone or iPad, add the archive to the home screen first.",
  denied: "This browser does not allow notices of this page. Allow them in its settings for this page.",
  quiet: "Quiet hours",
  quietHint: "Nothing is sent during these hours. It follows afterwards.",
  from: "From",
  to: "To",
  reader: "Your feed reader can show new recordings, too: Podcast feed in this menu has its address.",
  saved: "Your choice is saved.",
} as const;
