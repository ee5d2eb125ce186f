// Every way the real providers differ from what a reader of the RFCs would expect, as data: name, meaning, source.
// All are on; a test flips each one and demands that something notices. Sources are those of the identity fact sheet
// (PDOC, PATS, ZUL, TOIDC, TREF, TISS#n ...); `verified: false` is its [?]: check with real credentials before launch.

type Quirk = { means: string; source: string; verified: boolean };

const known = (means: string, source: string): Quirk => ({ means, source, verified: true });
const assumed = (means: string, source: string): Quirk => ({ means, source, verified: false });

export const quirkTable = {
  patreonUserAgentRequired: known("a call without User-Agent is dropped at the edge: 403, HTML", "1.1 PDOC _intro.md"),
  patreonDefaultScopeIsIdentity: known("no scope asked for means `identity` is granted", "0.2 PATS PR#177"),
  patreonCommaScopesIgnored: known("scopes joined by commas, or sent as `scopes`, are ignored", "1.1 PATS#177"),
  patreonScopesUnite: known("new scopes are added to those approved before, never reduced", "1.1 PRES 1.2, t/8908"),
  patreonOwnerGetsAllScopes: known(
    "the account that registered the client is granted every scope",
    "1.1 t/8908, aspnet#725",
  ),
  patreonScopeIsString: known("the token answer's `scope` is one string", "1.1 PDOC _oauth.md"),
  patreonInvalidGrantIs401: known("a bad code or refresh token is 401 invalid_grant, not 400", "1.1 mxpv/patreon-go#6"),
  patreonRefreshRotates: known("each refresh gives a new pair and kills the old refresh token", "1.1 PDOC _oauth.md"),
  patreonStateNoneWhenMissing: known("without a state the return carries state=None", "1.1 patreon-php#24"),
  patreonOnlyAskedFields: known("only the attributes named in fields[type] are answered", "1.2 PDOC#36"),
  patreonUnknownFieldIs400: known("an unknown field or include is 400 ParameterInvalidOnType", "0.1, 1.2"),
  patreonBracketsMustBeEncoded: known("a raw [ or ] in the query is 400", "1.2 forum t/1036"),
  patreonOwnCampaignOnly: known(
    "without identity.memberships only the client owner's campaign is shown",
    "0.2 PDOC _endpoints_v2.md",
  ),
  patreonNoIncludedWhenEmpty: known("nothing to include means no `included` key", "1.2"),
  patreonScopeMissingIs401: known("a token without the scope is 401", "1.1 t/8908"),
  patreonV1Gone: known("the v1 API answers 410", "0.1 PATS#303"),
  patreonThrottles: known(
    "100 calls per 2 s per client and 100 per minute per token, then 429 RequestThrottled",
    "1.5",
  ),
  patreonWebhookIsMd5: known("webhooks are signed with HMAC-MD5", "1.4 PDOC _webhooks.md"),
  patreonTestWebhookIsV1Shaped: known(
    "the portal's test webhook has a v1 shape and data.id null",
    "1.4 t/4357, ZUL members_delete.json",
  ),
  patreonPausedWebhookQueues: known(
    "a paused webhook keeps its events and sends them when it is resumed",
    "1.4 PDOC _webhooks.md",
  ),
  patreonEmailNeedsScope: assumed("e-mail asked for without identity[email] is left out, not an error", "1.1"),

  twitchScopeIsArray: known("the token answer's `scope` is an array", "0.3 TOIDC, TISS#164"),
  twitchTokenTypeIsLowercase: known("token_type is `bearer`", "2.1 TOIDC"),
  twitchErrorsAreStatusMessage: known("id errors are {status,message} without an `error` key", "2.1 PhantomBot#2401"),
  twitchBasicAuthRefused: known(
    "client credentials are read from the parameters only, never from HTTP Basic",
    "2.1 arctic",
  ),
  twitchTokenTakesQuery: known("the token endpoint also reads its parameters from the query", "2.1 twurple"),
  twitchReturnCarriesScope: known("the return to the client carries `scope` beside code and state", "2.1 TOIDC"),
  twitchClaimsOnlyWhenAsked: known("userinfo has a claim only if the claims request named it", "2.1 TOIDC"),
  twitchClaimsStayOutOfIdToken: known("claims asked for under userinfo are not in the id_token", "2.1 TOIDC"),
  twitchEmailNullWhenUnverified: known("an unverified e-mail is null", "2.1 TOIDC"),
  twitchPreferredUsernameIsDisplayName: known("preferred_username is the display name, not the login", "2.1 TOIDC"),
  twitchIdTokenLives15Minutes: known("exp - iat of the id_token is 900 s", "2.1 TOIDC samples"),
  twitchValidateScopesNullWhenNone: known("validate answers scopes null for a token without scopes", "2.1 TISS#1037"),
  twitchRefreshTokenStays: assumed("a confidential client's refresh token stays the same", "2.1, 6"),
  twitchClientIdRequired: known("Helix without the matching Client-Id is 401", "2.2 TREF"),
  twitchUnknownUsersOmitted: known("ids nobody has are left out: data [] instead of 404", "2.2 TREF"),
  twitchNoSubscriptionIs404: known("not subscribed is 404, not an empty list", "0.4, 2.2 TREF"),
  twitchTierIsString: known("tier is a string: 1000, 2000, 3000", "2.2 TREF"),
  twitchGifterOnlyOnGift: known("subscriptions/user has gifter_* only on gifts", "2.2 TREF"),
  twitchBroadcasterIsOwnSubscriber: known("the subscriber list holds the broadcaster too", "2.2 DecAPI#54"),
  twitchRatelimitHeaders: known("Helix answers carry Ratelimit-Limit, -Remaining, -Reset", "2.2 nicklaw5/helix#212"),
  twitchDurationIsWords: known("a video's duration is like 3h8m33s", "2.2 TREF"),
  twitchEventSubNeedsAppToken: known("webhook subscriptions need an app token", "2.3"),
  twitchEventSubNeedsGrant: known("a scoped event type needs the user's grant to this client", "2.3"),
  twitchEventSubDuplicateIs409: known("the same type, condition and callback twice is 409", "2.3"),
  twitchEventSubSecretLength: known("the secret has 10 to 100 characters", "2.3"),
  twitchEventSubTimestampIsNanoseconds: known("the signed timestamp has nine decimals", "2.3 TWEB"),
  twitchSelfSubscriptionIs404: assumed("the broadcaster asking about the own channel is not subscribed", "2.2"),
  twitchSuspendedStillValidates: assumed("a suspended user's token validates while /users is []", "2.4"),
} as const satisfies Record<string, Quirk>;

export type QuirkName = keyof typeof quirkTable;
export type Quirks = Record<QuirkName, boolean>;

export const quirkNames = Object.keys(quirkTable) as QuirkName[];

export function createQuirks(changes: Partial<Quirks> = {}): Quirks {
  const quirks = Object.fromEntries(quirkNames.map((name) => [name, true])) as Quirks;
  return { ...quirks, ...changes };
}
