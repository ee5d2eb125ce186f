// The test button: sends at once, and says what the other server answered.
import type { TestAnswer, TestChannel } from "#contract/notices.ts";
import { findMailAddress } from "#server/member/mail-address.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { composeTest } from "./compose.ts";
import { attempt } from "./deliver.ts";
import { listDevices } from "./devices.ts";
import { browserOf, discordOf, mailTo, webhookOf, type Receiver } from "./receivers.ts";
import { words } from "./words.ts";

export async function tryChannel(parts: Parts, memberId: string, channel: TestChannel): Promise<TestAnswer> {
  const receiver = await findOwn(parts, memberId, channel);
  if (!receiver && channel === "push") throw new Refusal("conflict", words.noDevice);
  if (!receiver) throw new Refusal("conflict", words.notSetUp);
  const outcome = await attempt(() => receiver.send(composeTest(parts, parts.clock.now())));
  if (outcome.as === "refused" && outcome.isGone) await receiver.onGone?.();
  return { arrived: outcome.as === "sent", answer: outcome.answer };
}

async function findOwn(parts: Parts, memberId: string, channel: TestChannel): Promise<Receiver | undefined> {
  if (channel === "discord" || channel === "discord-trouble") return discordOf(parts, channel === "discord-trouble");
  if (channel === "webhook") return webhookOf(parts);
  if (channel === "push") {
    const device = (await listDevices(parts.db, [memberId])).toSorted((a, b) => +b.added_at - +a.added_at)[0];
    return device && browserOf(parts, device.id);
  }
  const [first] = parts.config.notices.troubleMailTo;
  const to = first ?? (await findMailAddress(parts, memberId));
  if (to === null) throw new Refusal("conflict", words.noAddress);
  return mailTo(parts, { to, stopUrl: null });
}
