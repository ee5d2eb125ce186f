// One EventSub subscription: as it is kept, and as Twitch writes it (the secret never leaves).

import type { EventType } from "./event-types.ts";

export type Subscription = {
  id: string;
  status: string;
  type: EventType;
  version: string;
  condition: Record<string, string>;
  callback: string;
  secret: string;
  createdAt: string;
  cost: number;
};

export function describeSubscription({
  callback,
  createdAt,
  id,
  status,
  type,
  version,
  condition,
  cost,
}: Subscription): object {
  return {
    id,
    status,
    type,
    version,
    condition,
    created_at: createdAt,
    transport: { method: "webhook", callback },
    cost,
  };
}
