// Who exists at the emulated Twitch: one row per persona, with stable ids. Only what differs from a plain account
// is written down. The control API changes copies of these rows, never the table.

export const broadcasterPersona = "twitch-broadcaster";

export type Tier = "1000" | "2000" | "3000";

export type Viewer = {
  id: string;
  userId: string;
  login: string;
  displayName: string;
  about: string;
  /** null: not subscribed to the broadcaster. */
  tier: Tier | null;
  isGift: boolean;
  isModerator: boolean;
  isChannelEditor: boolean;
  emailVerified: boolean;
  /** TISS#1181: the e-mail claims are left out although they were asked for. */
  emailClaims: boolean;
  account: "ok" | "deleted" | "suspended";
  /** Names taken in turn, one per sign-in. */
  names: [login: string, displayName: string][];
  signIns: number;
};

const rows: [id: string, name: string, about: string, rest?: Partial<Viewer>][] = [
  ["twitch-tier1", "QuietHarbor", "Subscribed at tier 1, the required tier", { tier: "1000" }],
  ["twitch-tier2", "VelvetMeridian", "Subscribed at tier 2", { tier: "2000" }],
  ["twitch-tier3", "NorthernOboe", "Subscribed at tier 3", { tier: "3000" }],
  ["twitch-prime", "PaperLanterns", "Subscribed with Prime, which counts as tier 1", { tier: "1000" }],
  ["twitch-gift", "SundayCellist", "Subscription received as a gift", { tier: "1000", isGift: true }],
  ["twitch-ended", "SlowTramway", "Subscription ended"],
  ["twitch-never", "MossAndMarble", "Never subscribed"],
  ["twitch-broadcaster", "LampRoomLive", "The channel itself, owner of the archive"],
  ["twitch-moderator", "TeaAtMidnight", "Moderator of the channel, not subscribed", { isModerator: true }],
  ["twitch-editor", "InkAndFader", "On the editor list, not subscribed", { isChannelEditor: true }],
  ["twitch-unverified", "CopperFinch", "Tier 1, e-mail address not verified", { tier: "1000", emailVerified: false }],
  [
    "twitch-claims-missing",
    "HollowReed",
    "Tier 1, Twitch leaves out the e-mail claims",
    { tier: "1000", emailClaims: false },
  ],
  ["twitch-deleted", "FormerlyWren", "Account deleted", { tier: "1000", account: "deleted" }],
  ["twitch-suspended", "GreyPianola", "Account suspended", { tier: "1000", account: "suspended" }],
  [
    "twitch-renamed",
    "OldTownOrgan",
    "Tier 1, has another name at every sign-in",
    {
      tier: "1000",
      names: [
        ["oldtownorgan", "OldTownOrgan"],
        ["newtownorgan", "NewTownOrgan"],
      ],
    },
  ],
  ["twitch-revoked", "BrassAndRain", "Tier 1, made to have its consent withdrawn", { tier: "1000" }],
];

export function createViewers(): Map<string, Viewer> {
  return new Map(
    rows.map(([id, displayName, about, rest], index) => {
      const viewer: Viewer = {
        id,
        userId: `8204417${String(index + 1).padStart(2, "0")}`,
        login: displayName.toLowerCase(),
        displayName,
        about,
        tier: null,
        isGift: false,
        isModerator: false,
        isChannelEditor: false,
        emailVerified: true,
        emailClaims: true,
        account: "ok",
        names: [],
        signIns: 0,
        ...rest,
      };
      return [id, viewer];
    }),
  );
}
