// Every call of the archive by name: method and path, and nothing else.
// Plain data, so that the page can import it without a schema library.
export const routes = {
  getSite: { method: "GET", path: "/api/site" },
  getHealth: { method: "GET", path: "/api/health" },
  getUserInfo: { method: "GET", path: "/api/user/info" },
  getPicture: { method: "GET", path: "/api/user/picture" },
  logOut: { method: "POST", path: "/api/user/logout" },
  checkAgain: { method: "POST", path: "/api/user/check" },
  listSessions: { method: "GET", path: "/api/user/sessions" },
  endSession: { method: "DELETE", path: "/api/user/sessions/:id" },
  disconnect: { method: "DELETE", path: "/api/user/identities/:provider" },
  listPositions: { method: "GET", path: "/api/user/positions" },
  savePosition: { method: "PUT", path: "/api/user/positions/:id" },
  createSignInToken: { method: "POST", path: "/api/auth/csrf-token" },
  finishPatreonSignIn: { method: "GET", path: "/api/auth/patreon/redirect" },
  finishTwitchSignIn: { method: "GET", path: "/api/auth/twitch/redirect" },
  listVideos: { method: "GET", path: "/api/video/list" },
  getVideo: { method: "GET", path: "/api/video/v/:id" },
  saveVideo: { method: "PUT", path: "/api/video/v/:id" },
  setHidden: { method: "PUT", path: "/api/video/v/:id/hidden" },
  listChanges: { method: "GET", path: "/api/video/v/:id/history" },
  changeMany: { method: "POST", path: "/api/video/many" },
  getMedia: { method: "GET", path: "/api/media/:id/:kind" },
  receivePatreonWebhook: { method: "POST", path: "/api/webhooks/patreon" },
  receiveTwitchEvent: { method: "POST", path: "/api/webhooks/twitch" },
  reportCsp: { method: "POST", path: "/api/csp-report" },
} as const satisfies Record<string, Address>;

export interface Address {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/api/${string}`;
}
export type RouteName = keyof typeof routes;
