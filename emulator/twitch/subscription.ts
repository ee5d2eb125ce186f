// One EventSub subscription: as it is kept, and as Twitch writes it (the secret never leaves).

export type EventType =
  | "channel.subscribe"
  | "channel.subscription.end"
  | "channel.subscription.gift"
  | "channel.subscription.message"
  | "channel.moderator.add"
  | "channel.moderator.remove"
  | "stream.online"
  | "stream.offline"
  | "user.authorization.revoke"
  | "user.update";

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
