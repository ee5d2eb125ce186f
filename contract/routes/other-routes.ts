// Calls that the page does not make by name: of podcast apps, providers, monitoring, and addresses that the server hands out.
// Apart, because what the page imports is part of its first visit.
import type { Address } from "#contract/routes/routes.ts";
import { pageRoutes } from "#contract/routes/studio-routes.ts";

const otherRoutes = {
  getHealth: { method: "GET", path: "/api/health" },
  finishPatreonSignIn: { method: "GET", path: "/api/auth/patreon/redirect" },
  finishTwitchSignIn: { method: "GET", path: "/api/auth/twitch/redirect" },
  download: { method: "GET", path: "/api/video/v/:id/download/:what" },
  exportHeard: { method: "GET", path: "/api/studio/heard/table" },
  readFeed: { method: "GET", path: "/api/feed/:token/:feed" },
  getFeedFile: { method: "GET", path: "/api/feed/:token/:id/:file" },
  getMomentMedia: { method: "GET", path: "/api/moment/:token/media/:play" },
  getCollectionPicture: { method: "GET", path: "/api/collections/:id/picture" },
  getMomentPicture: { method: "GET", path: "/api/moment/:token/picture" },
  getScreenMedia: { method: "GET", path: "/api/screen/:token/:file" },
  receivePatreonWebhook: { method: "POST", path: "/api/webhooks/patreon" },
  receiveTwitchEvent: { method: "POST", path: "/api/webhooks/twitch" },
  reachSelf: { method: "GET", path: "/api/setup/reach" },
  showStopMails: { method: "GET", path: "/api/notices/stop/:key" },
  stopMails: { method: "POST", path: "/api/notices/stop/:key" },
  reportCsp: { method: "POST", path: "/api/csp-report" },
} as const satisfies Record<string, Address>;

/** All of them. */
export const allRoutes = { ...pageRoutes, ...otherRoutes };
export type RouteName = keyof typeof allRoutes;
