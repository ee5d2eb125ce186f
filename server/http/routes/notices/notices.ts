// /api/notices, for the owner: what was told, where notices are sent, and a test of each channel.
import type { FastifyInstance } from "fastify";
import { listNotices } from "#server/notices/list.ts";
import { changeNoticeSettings, describeNoticeSettings } from "#server/setup/notice-settings.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent, requireFreshSignIn } from "#server/http/request/guard.ts";
import { answer } from "#server/http/request/route.ts";
import type { TestAnswer, TestChannel } from "#contract/notices.ts";
import { findMailAddress } from "#server/member/mail-address.ts";
import { Refusal } from "#server/refusal.ts";
import { composeTest } from "#server/notices/compose.ts";
import { attempt } from "#server/notices/deliver.ts";
import { listDevices } from "#server/notices/devices.ts";
import { browserOf, discordOf, mailTo, webhookOf, type Receiver } from "#server/notices/receivers.ts";
import { words } from "#server/notices/words.ts";

export function noticeRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "listNotices", { who: "owner", limit: "reads" }, async (request) =>
    listNotices(parts.db, request.query.before),
  );

  answer(app, "getNoticeSettings", { who: "owner", limit: "reads" }, async () => describeNoticeSettings(parts));

  answer(app, "changeNoticeSettings", { who: "owner", limit: "writes" }, async (request) => {
    requireFreshSignIn(request, parts.clock.now());
    return changeNoticeSettings(parts, requireCurrent(request).member.id, request.body);
  });

  answer(app, "tryNotice", { who: "owner", limit: "signIn" }, async (request) =>
    tryChannel(parts, requireCurrent(request).member.id, request.body.channel),
  );
}

/** The test button: sends at once, and says what the other server answered. */
async function tryChannel(parts: Parts, memberId: string, channel: TestChannel): Promise<TestAnswer> {
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
