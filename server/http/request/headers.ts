// The headers of every answer. API answers may run nothing in a browser; the page gets its own policy with a nonce.
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "#server/config.ts";

const everywhere = {
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Headers that only matter for documents. */
const ofPages = {
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-opener-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
};

const forbidden = [
  "accelerometer", "camera", "display-capture", "encrypted-media", "geolocation", "gyroscope", "hid",
  "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb", "xr-spatial-tracking",
]; // prettier-ignore
const ownUse = ["autoplay", "fullscreen", "picture-in-picture", "screen-wake-lock"];
const permissions = [
  ...forbidden.map((feature) => `${feature}=()`),
  ...ownUse.map((feature) => `${feature}=(self)`),
].join(", ");

export function registerHeaders(app: FastifyInstance, parts: { readonly config: Config }): void {
  const https = apiHeaders({ isHttps: true });
  const http = apiHeaders({ isHttps: false });
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(parts.config.isHttps ? https : http);
    done();
  });
}

export function apiHeaders(config: Pick<Config, "isHttps">): Record<string, string> {
  return {
    ...everywhere,
    ...(config.isHttps && { "strict-transport-security": "max-age=63072000; includeSubDomains" }),
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cache-control": "no-store",
    vary: "Cookie",
  };
}

/** Turns the answer into a page of ours and returns the nonce its styles need. */
export function allowPage(reply: FastifyReply, config: Config): string {
  const nonce = randomBytes(16).toString("base64");
  // with S3_DELIVERY=redirect browsers load media from the bucket
  const bucket = config.bucket?.delivery === "redirect" ? ` ${config.bucket.origin}` : "";
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    `media-src 'self' blob:${bucket}`,
    `connect-src 'self'${bucket}`,
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(config.isHttps ? ["upgrade-insecure-requests"] : []),
    "report-uri /api/csp-report",
  ];
  reply.type("text/html; charset=utf-8").headers({
    ...ofPages,
    // a bucket does not send the header that require-corp asks for
    ...(bucket && { "cross-origin-embedder-policy": "unsafe-none" }),
    "content-security-policy": policy.join("; "),
    "permissions-policy": permissions,
  });
  return nonce;
}

/** A web worker of the page only computes: it may load nothing and connect to nothing. */
export function allowWorker(reply: FastifyReply): void {
  reply.headers({
    "content-security-policy": "default-src 'none'",
    "cross-origin-embedder-policy": "require-corp",
  });
}

/** The service worker loads the files of the page, from here only. */
export function allowServiceWorker(reply: FastifyReply): void {
  reply.headers({
    "content-security-policy": "default-src 'none'; connect-src 'self'",
    "cross-origin-embedder-policy": "require-corp",
  });
}
