// What an owner reads when a picture, a colour or a text for the archive is refused.
export const words = {
  wrongKind:
    "Choose a picture in the format PNG, JPEG or WebP. Other formats, such as SVG, are not accepted, because they can contain programs. Save the picture as PNG, and upload that.",
  tooManyBytes: "The picture is larger than 10 MB. Make it smaller, and upload it again.",
  wrongSize: (width: number, height: number) =>
    width < 16 || height < 16
      ? `The picture has only ${width} × ${height} pixels. Choose one with at least 16 × 16.`
      : `The picture has ${width} × ${height} pixels, which is too many. Save it with at most 40 million pixels, for example 6000 × 4000.`,
  unreadable: "The picture cannot be read. It may be damaged: save it again as PNG or JPEG, and upload that.",

  /** A rule completes the sentence. */
  wrong: (field: string, rule: string) => `${field} ${rule}.`,
  fields: {
    accent_color: "The accent colour",
    default_theme: "The default theme",
    welcome_text: "The text on the front page",
    link_patreon: "The link to Patreon",
    link_twitch: "The link to Twitch",
    link_discord: "The link to Discord",
    contact: "The contact",
    privacy_text: "The privacy text",
  },
} as const;
