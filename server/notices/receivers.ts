// Who a delivery goes to, as the settings and choices are now, and how it is sent there.
import type { Selectable } from "kysely";
import { audiences } from "#server/access/visible.ts";
import type { NoticeDeliveryTable } from "#server/database/tables.ts";
import { findMailAddress } from "#server/member/mail-address.ts";
import type { Parts } from "#server/parts.ts";
import type { Refusal } from "#server/refusal.ts";
import type { Message, Outcome } from "./channels/channel.ts";
import { sendToDiscord } from "./channels/discord.ts";
import { sendMail } from "./channels/mail.ts";
import { sendPush } from "./channels/push.ts";
import { sendToWebhook } from "./channels/webhook.ts";
import { findChoice, isRefused, noteMailRefused, noteMailTaken, type Choice } from "./choices.ts";
import { dropDevice, findDevice } from "./devices.ts";
import { ensurePushKeys } from "./push-keys.ts";
import { isForOwners } from "./kinds.ts";
import { findQuietMs } from "./quiet.ts";
import { isWanted, isWatchable, mayBeTold } from "./readers.ts";
import type { NoticeRow } from "./spread.ts";
import { words } from "./words.ts";

export interface Receiver {
  send(message: Message): Promise<Outcome>;
  onTaken?(): Promise<void>;
  /** The receiver does not exist. */
  onGone?(): Promise<void>;
}

type Found = Receiver | { withdrawn: string } | { quietMs: number };

/** The address may not be asked, now or later. */
export function isShuttingOut({ code }: Refusal): boolean {
  return code === "not-allowed";
}

type Notice = Pick<NoticeRow, "kind" | "video_id" | "was_level">;

export async function findReceiver(
  parts: Parts,
  notice: Notice,
  { channel, target }: Pick<Selectable<NoticeDeliveryTable>, "channel" | "target">,
): Promise<Found> {
  const isTrouble = isForOwners(notice.kind);
  const isForAll = notice.kind !== "recording" || (await isForStandard(parts, notice));
  if ((channel === "discord" || channel === "webhook") && !isForAll) return { withdrawn: words.notForAll };
  if (channel === "discord") return discordOf(parts, isTrouble) ?? { withdrawn: words.notSetUp };
  if (channel === "webhook") return webhookOf(parts) ?? { withdrawn: words.notSetUp };
  if (channel === "mail" && isTrouble)
    return mailTo(parts, { to: target, stopUrl: null }) ?? { withdrawn: words.notSetUp };
  return channel === "mail" ? findMember(parts, notice, target) : findBrowser(parts, notice, target);
}

export function discordOf({ config, clock }: Parts, isTrouble: boolean): Receiver | undefined {
  const { discordUrl, discordTroubleUrl, allowsPrivate } = config.notices;
  const url = isTrouble ? discordTroubleUrl : discordUrl;
  if (!url) return undefined;
  return { send: (message) => sendToDiscord(url, message, { allowsPrivate, now: clock.now() }) };
}

export function webhookOf({ config, clock }: Parts): Receiver | undefined {
  const { webhook, allowsPrivate } = config.notices;
  if (!webhook) return undefined;
  return { send: (message) => sendToWebhook(webhook, message, { allowsPrivate, now: clock.now() }) };
}

export function mailTo(
  { config }: Parts,
  { to, stopUrl }: { to: string; stopUrl: string | null },
): Receiver | undefined {
  const { mail: server, allowsPrivate } = config.notices;
  if (!server) return undefined;
  const host = new URL(config.publicUrl).hostname;
  return {
    send: (message) => sendMail({ server, to, archive: config.name, host, stopUrl }, message, { allowsPrivate }),
  };
}

export async function browserOf(parts: Parts, deviceId: string): Promise<Receiver | undefined> {
  const { db, config, clock } = parts;
  const device = await findDevice(db, deviceId);
  if (!device) return undefined;
  const keys = await ensurePushKeys(parts);
  const subject = config.securityContact ?? (config.isHttps ? config.publicUrl : "https://stagedoor.invalid");
  return {
    send: (message) => sendPush(device, message, { ...keys, subject, notices: config.notices, now: clock.now() }),
    onGone: () => dropDevice(db, deviceId),
  };
}

async function findMember(parts: Parts, notice: Notice, memberId: string): Promise<Found> {
  const { db, config } = parts;
  const choice = await findChoice(db, memberId);
  if (!choice || !isWanted(choice, "mail", notice.kind) || !(await mayBeTold(parts, memberId, notice)))
    return { withdrawn: words.notWanted };
  if (isRefused(choice)) return { withdrawn: words.mailOff };
  const to = await findMailAddress(parts, memberId);
  if (to === null) return { withdrawn: words.noAddress };
  const stopUrl = `${config.publicUrl}/api/notices/stop/${choice.stop_key}`;
  const receiver = mailTo(parts, { to, stopUrl });
  if (!receiver) return { withdrawn: words.notSetUp };
  const bookkeeping = {
    onTaken: () => noteMailTaken(db, memberId),
    onGone: () => noteMailRefused(db, memberId),
  };
  return afterQuiet(parts, choice, { ...receiver, ...bookkeeping });
}

async function findBrowser(parts: Parts, notice: Notice, deviceId: string): Promise<Found> {
  const device = await findDevice(parts.db, deviceId);
  const choice = device && (await findChoice(parts.db, device.member_id));
  const isOpen = choice && isWanted(choice, "push", notice.kind) && (await mayBeTold(parts, choice.member_id, notice));
  const receiver = isOpen ? await browserOf(parts, deviceId) : undefined;
  return receiver && choice ? afterQuiet(parts, choice, receiver) : { withdrawn: words.notWanted };
}

/** Channels and other servers cannot be asked for a level: they are told of what every member may watch. */
async function isForStandard({ db }: Parts, { video_id: id }: Notice): Promise<boolean> {
  return id !== null && isWatchable(db, audiences.viewers, id);
}

function afterQuiet({ clock }: Parts, choice: Choice, receiver: Receiver): Found {
  const quietMs = findQuietMs(choice, clock.now());
  return quietMs > 0 ? { quietMs } : receiver;
}
