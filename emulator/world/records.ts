// What the world keeps a list of: messages on their way, the journal of requests, registered webhooks.

export type Attempt = { at: string; status: number | null; tookMs: number; answer: string; problem?: string };

export type Delivery = {
  id: string;
  provider: "patreon" | "twitch";
  event: string;
  url: string;
  body: string;
  headers(attempt: number): Record<string, string>;
  state: "paused" | "waiting" | "delivered" | "failed";
  attempts: Attempt[];
  nextAt: number | null;
  isRetried: boolean;
  settle?: (delivery: Delivery, isDelivered: boolean) => void;
};

export type JournalEntry = {
  id: string;
  at: string;
  method: string;
  path: string;
  query: Record<string, string>;
  /** Body parameters of a form, by the same rule as the query. */
  form: Record<string, string>;
  headers: Record<string, string>;
  /** null while unanswered, and for ever when the connection was dropped. */
  status: number | null;
  tookMs: number | null;
  fault?: string;
};

/** A webhook of Patreon. */
export type Webhook = {
  id: string;
  uri: string;
  triggers: string[];
  secret: string;
  paused: boolean;
  timesFailed: number;
  lastAttemptedAt: string | null;
};
