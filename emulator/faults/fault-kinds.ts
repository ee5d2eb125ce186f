// The twelve named faults and what each one does.

export const faultKinds = [
  "error-500",
  "html-502",
  "unavailable-503",
  "throttled-429",
  "unauthorized-401",
  "html-403",
  "timeout",
  "dropped-before-headers",
  "dropped-mid-body",
  "malformed-json",
  "html-200",
  "wrong-shape-200",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export type Effect = {
  status?: number;
  delayMs?: number;
  drop?: "before-headers" | "mid-body";
  body?: "provider" | "html" | "malformed" | "wrong-shape";
  retryAfter?: number;
};

export type Fault = {
  /** "<METHOD or *> <path prefix>", where * in the path stands for anything. */
  route: string;
  kind: FaultKind | "custom";
  effect: Effect;
  /** How often it strikes before it is used up; null is until it is removed. */
  times: number | null;
};

export const faultEffects: Record<FaultKind, Effect> = {
  "error-500": { status: 500, body: "provider" },
  "html-502": { status: 502, body: "html" },
  "unavailable-503": { status: 503, body: "provider", retryAfter: 2 },
  "throttled-429": { status: 429, body: "provider", retryAfter: 2 },
  "unauthorized-401": { status: 401, body: "provider" },
  "html-403": { status: 403, body: "html" },
  timeout: { delayMs: 60_000 },
  "dropped-before-headers": { drop: "before-headers" },
  "dropped-mid-body": { drop: "mid-body" },
  "malformed-json": { status: 200, body: "malformed" },
  "html-200": { status: 200, body: "html" },
  "wrong-shape-200": { status: 200, body: "wrong-shape" },
};
