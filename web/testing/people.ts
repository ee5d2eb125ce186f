// Made-up people and an archive, for tests only.
import type { User } from "#contract/member.ts";
import type { Site } from "#contract/site.ts";

export const site: Site = {
  name: "Night Sessions",
  version: "1.0.0",
  offline_days: 30,
  demo: false,
  patreon: {
    client_id: "p",
    authorize_url: "https://patreon.example/authorize",
    redirect_uri: "https://archive.example/p",
  },
  twitch: {
    client_id: "t",
    authorize_url: "https://twitch.example/authorize",
    redirect_uri: "https://archive.example/t",
  },
};

const checkedAt = "2026-01-02T03:04:05Z";
export const viewer: User = {
  id: "ada",
  name: "Ada",
  profile_picture: null,
  can_view: true,
  can_edit: false,
  is_owner: false,
  can_invite: false,
  why: [{ provider: "patreon", grants: true, sentence: "Patreon: your tier Gold opens the archive." }],
  identities: [{ provider: "patreon", name: "Ada L.", state: "ok", checked_at: checkedAt }],
};
export const linked: User = {
  ...viewer,
  identities: [...viewer.identities, { provider: "twitch", name: "ada_live", state: "ok", checked_at: checkedAt }],
};
export const stranger: User = {
  ...viewer,
  can_view: false,
  why: [{ provider: "patreon", grants: false, sentence: "Patreon: your tier (Bronze) is below Gold." }],
};
