// What the owner reads under Studio > Settings > Looks.
export const words = {
  what: "how the archive looks",
  title: "How it looks",
  textsTitle: "Texts and links",
  /** Beside the Save. */
  short: {
    accent_color: "Accent colour",
    default_theme: "Light or dark",
    welcome_text: "Text on the front page",
    link_patreon: "Patreon",
    link_twitch: "Twitch",
    link_discord: "Discord",
    contact: "Contact",
    privacy_text: "Privacy page",
  },
  saved: "Saved. Everybody sees it from now on.",
  nothing: "Nothing to change.",
  tooLarge: "The picture is larger than 10 MB. Make it smaller, and upload it again.",
  unreadable: "The file could not be read. Please choose it again.",
  formats: "PNG, JPEG or WebP, at most 10 MB.",
  logo: {
    title: "Logo",
    hint: "In the header of every page, as the icon of the browser tab, and for the installed app. Best with a transparent background.",
    none: "No logo of your own yet.",
    upload: "Upload a logo",
    replace: "Upload another logo",
    remove: "Remove the logo",
  },
  welcome: {
    title: "Picture on the front page",
    hint: "Beside the welcome text, and in previews when somebody shares a link to the archive.",
    none: "No picture of your own yet.",
    upload: "Upload a picture",
    replace: "Upload another picture",
    remove: "Remove the picture",
  },
  accent: {
    title: "Accent colour",
    hint: "The colour of buttons, links and icons.",
    pick: "Pick a colour",
    code: "Colour code",
    wrong: "A colour code looks like #c2410c.",
    reset: "Use the standard colour",
    light: "Light page",
    dark: "Dark page",
    sample: "A link",
    button: "A button",
    asChosen: "Text in this colour can be read on light and on dark pages.",
    adjusted: (shades: string) => `Text in this colour would be hard to read on some pages, so ${shades}.`,
    onLight: (shade: string) => `text on the light page is darker (${shade})`,
    onDark: (shade: string) => `text on the dark page is lighter (${shade})`,
    and: " and ",
  },
  theme: {
    legend: "Light or dark, for people who have not chosen",
    options: { auto: "Same as their device", light: "Light", dark: "Dark" },
  },
  texts: {
    welcome: "Text on the front page",
    welcomeHint: "Also shown in previews of links. At most 1000 characters.",
    links: {
      link_patreon: "Your page at Patreon",
      link_twitch: "Your channel at Twitch",
      link_discord: "Invitation to your Discord server",
    },
    linkHint: "An address that begins with https://. Leave it empty to show no link.",
    contact: "Contact",
    contactHint: "An email address, or the address of a page. It is linked at the bottom of every page.",
    privacy: "Privacy page",
    privacyHint:
      "What you do with people’s data. Shown at /privacy, and linked at the bottom of every page. An empty line begins a new paragraph.",
    suggest: "Start with a suggestion",
    suggestion: (name: string) =>
      `${name} is a private archive. You log in with Patreon or Twitch, and they tell us your name, your picture, your email address if it is confirmed, and whether you support us. We store this to decide whether you may watch, and to send you the emails that you ask for.

While you use the archive we also store where you stopped in each recording, your favourites and playlists, which notices you want, on which devices you are logged in, and who changed what. Your browser keeps your volume and a few choices.

We show no advertising, use no trackers, and give nothing to anybody else.

You can download or delete what is stored about you in your account, under Privacy. If you have questions, write to the address under Contact.`,
  },
} as const;
