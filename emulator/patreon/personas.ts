// Who exists at the emulated Patreon: one row per persona, with stable ids. Only what differs from a paying
// Gold member is written down. The control API changes copies of these rows, never the table.

export const campaignId = "4410221";
export const otherCampaignId = "7730118";
export const creatorPersona = "patron-owner";

export const tiers = [
  { name: "free", id: "20550100", title: "Free", amountCents: 0 },
  { name: "bronze", id: "20550101", title: "Bronze", amountCents: 300 },
  { name: "gold", id: "20550102", title: "Gold", amountCents: 1000 },
] as const;
export const otherCampaignTierId = "31007744";

type ChargeStatus =
  | "Paid"
  | "Declined"
  | "Deleted"
  | "Pending"
  | "Refunded"
  | "Fraud"
  | "Refunded by Patreon"
  | "Other"
  | "Partially Refunded"
  | "Free Trial"
  | null;

export type Membership = {
  tierIds: string[];
  cents: number;
  patronStatus: "active_patron" | "declined_patron" | "former_patron" | null;
  lastChargeStatus: ChargeStatus;
  cadence: number | null;
  isFreeTrial: boolean;
  isGifted: boolean;
  /** Annual downgrades and ended pledges have no next charge. */
  hasNextCharge: boolean;
};

export type Patron = {
  id: string;
  userId: string;
  memberId: string;
  name: string;
  about: string;
  membership: Membership | null;
  /** null: Patreon leaves `is_email_verified` out of its answer. */
  emailVerified: boolean | null;
  account: "ok" | "deleted" | "suspended";
  otherCampaign: boolean;
  /** Tiers are shown empty on this identity read after a sign-in (1 is the sign-in itself). */
  glitchAtRead: number | null;
  /** Tiers are shown empty on the very next membership answer, whoever asks. */
  glitchNext: boolean;
  readsSinceSignIn: number;
};

const gold: Membership = {
  tierIds: [tiers[2].id],
  cents: 1000,
  patronStatus: "active_patron",
  lastChargeStatus: "Paid",
  cadence: 1,
  isFreeTrial: false,
  isGifted: false,
  hasNextCharge: true,
};
const unpaid = { tierIds: [], cents: 0, hasNextCharge: false };

const rows: [
  id: string,
  name: string,
  about: string,
  membership: Partial<Membership> | null,
  rest?: Partial<Patron>,
][] = [
  ["patron-gold", "Marta Lindqvist", "Gold member, the required tier", {}],
  ["patron-bronze", "Tomás Rebelo", "Bronze member, below the required tier", { tierIds: [tiers[1].id], cents: 300 }],
  [
    "patron-annual",
    "Ingrid Halvorsen",
    "Gold member who pays by the year",
    { cents: 10_800, cadence: 12, hasNextCharge: false },
  ],
  [
    "patron-gifted",
    "Yusuf Demir",
    "Gold membership received as a gift, pays nothing",
    { cents: 0, isGifted: true, lastChargeStatus: null },
  ],
  [
    "patron-trial",
    "Chloe Bertrand",
    "Gold on a free trial",
    { cents: 0, isFreeTrial: true, lastChargeStatus: "Free Trial" },
  ],
  [
    "patron-free",
    "Noah Adeyemi",
    "Free member, follows without paying",
    {
      tierIds: [tiers[0].id],
      cents: 0,
      patronStatus: null,
      lastChargeStatus: null,
      cadence: null,
      hasNextCharge: false,
    },
  ],
  ["patron-custom", "Priya Raman", "Pays 15 a month outside any tier", { tierIds: [], cents: 1500 }],
  [
    "patron-declined-retrying",
    "Luca Moretti",
    "Card declined, Patreon still retrying, Gold kept",
    { patronStatus: "declined_patron", lastChargeStatus: "Declined" },
  ],
  [
    "patron-declined",
    "Hana Kovář",
    "Card declined for good, tier lost",
    { ...unpaid, patronStatus: "declined_patron", lastChargeStatus: "Declined" },
  ],
  [
    "patron-cancelled-paid",
    "Samuel Okoro",
    "Cancelled, Gold until the paid month ends",
    { patronStatus: "former_patron", hasNextCharge: false },
  ],
  ["patron-former", "Elena Petrova", "Former member, nothing left", { ...unpaid, patronStatus: "former_patron" }],
  ["patron-never", "Jonas Weber", "Never joined", null],
  ["patron-editor", "Amara Diallo", "Gold member on the editor list", {}],
  ["patron-owner", "Rosalind Achterberg", "Owner of the campaign", null],
  ["patron-multi", "Kenji Watanabe", "Gold here, and a member of another campaign", {}, { otherCampaign: true }],
  ["patron-unverified", "Bea Thornton", "Gold, e-mail address not verified", {}, { emailVerified: false }],
  [
    "patron-unverified-unknown",
    "Mateo Vargas",
    "Gold, Patreon does not say whether the e-mail is verified",
    {},
    { emailVerified: null },
  ],
  ["patron-deleted", "Olive Sandoval", "Account deleted", {}, { account: "deleted" }],
  ["patron-suspended", "Pavel Novák", "Account suspended", {}, { account: "suspended" }],
  ["patron-glitch", "Freya Osei", "Gold, but shown without a tier once after signing in", {}, { glitchAtRead: 2 }],
];

export function createPatrons(): Map<string, Patron> {
  return new Map(
    rows.map(([id, name, about, membership, rest], index) => {
      const number = String(index + 1).padStart(2, "0");
      const patron: Patron = {
        id,
        userId: `610455${number}`,
        memberId: `5f0c1d${number}-7a31-4c8e-9b52-3d6e8f1a20${number}`,
        name,
        about,
        membership: membership && { ...gold, ...membership, tierIds: [...(membership.tierIds ?? gold.tierIds)] },
        emailVerified: true,
        account: "ok",
        otherCampaign: false,
        glitchAtRead: null,
        glitchNext: false,
        readsSinceSignIn: 0,
        ...rest,
      };
      return [id, patron];
    }),
  );
}
