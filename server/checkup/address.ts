// The address as members use it: whether it leads here, how long its certificate is valid, and what the proxy says.
import { connect, type PeerCertificate } from "node:tls";
import type { CheckLine } from "#contract/check-up.ts";
import { findLastHeard } from "#server/member/hints.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { askOwnAddress, claimedAddress, type Seen } from "#server/setup/reach.ts";
import { attempt, bad, good, warning } from "./line.ts";
import { words } from "./words.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Caddy and certbot renew when a third is left, at most a month before the end; some certificates live for hours only. */
const leastPart = 1 / 6;
const leastMs = 14 * dayMs;
const connectMs = 4_000;

type AddressParts = Pick<Parts, "config" | "db" | "keys" | "clock" | "log">;

export async function checkAddress(parts: AddressParts): Promise<CheckLine[]> {
  const { publicUrl, isHttps } = parts.config;
  let seen: Seen | undefined;
  const reach = attempt(parts, "address", async () => {
    try {
      seen = await askOwnAddress(parts, publicUrl);
      return good("address", words.address(publicUrl));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isHeard = await isHeardFromOutside(parts);
      return isHeard ? warning("address", words.notFromInside(publicUrl)) : bad("address", error.message);
    }
  });
  const certificate = isHttps ? [attempt(parts, "certificate", () => checkCertificate(parts))] : [];
  const lines = await Promise.all([reach, ...certificate]);
  return [...lines, ...(seen ? [describeProxy(seen, { isHttps })] : [])];
}

/** A router may not send its own address back to the inside; the providers come from outside. */
async function isHeardFromOutside({ db, clock }: AddressParts): Promise<boolean> {
  const heard = await Promise.all((["patreon", "twitch"] as const).map((provider) => findLastHeard(db, provider)));
  return heard.some((at) => at !== null && clock.now().getTime() - at.getTime() < dayMs);
}

/** Where there is TLS there is a proxy: the archive itself speaks plain HTTP. */
export function describeProxy({ remote, forwarded, is_trusted }: Seen, { isHttps }: { isHttps: boolean }): CheckLine {
  if (forwarded === null && !isHttps) return good("proxy", words.noProxy);
  if (!is_trusted) return bad("proxy", words.proxyNotTrusted(remote));
  if (forwarded === null) return bad("proxy", words.proxySilent(remote));
  if (forwarded.trim() === claimedAddress) return bad("proxy", words.proxyBelieves(remote));
  return good("proxy", words.proxy(remote));
}

async function checkCertificate({ config, clock }: AddressParts): Promise<CheckLine> {
  const { hostname, port } = new URL(config.publicUrl);
  const { valid_from, valid_to } = await readCertificate(hostname, Number(port || 443));
  return describeCertificate({ from: new Date(valid_from), to: new Date(valid_to) }, clock.now(), hostname);
}

export function describeCertificate({ from, to }: { from: Date; to: Date }, now: Date, host: string): CheckLine {
  const leftMs = to.getTime() - now.getTime();
  if (leftMs < 0) return bad("certificate", words.certificateEnded(host));
  const time = leftMs < 2 * dayMs ? words.hours(Math.floor(leftMs / hourMs)) : words.days(Math.floor(leftMs / dayMs));
  return leftMs < Math.min(leastMs, (to.getTime() - from.getTime()) * leastPart)
    ? bad("certificate", words.certificateEnds(host, time))
    : good("certificate", words.certificate(time));
}

/** Whether it is valid for this name is told by the line about the address. */
export function readCertificate(host: string, port: number): Promise<PeerCertificate> {
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>();
  const refuse = () => reject(new Refusal("bad-input", words.noTls(host)));
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
    resolve(socket.getPeerCertificate());
    socket.end();
  });
  socket.setTimeout(connectMs, () => socket.destroy(new Error("no answer")));
  socket.on("error", refuse);
  return promise;
}
