// What the archive asks of other machines: which addresses belong to the internet, where a name leads, and one request over HTTP/1.1.
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

const closed4 = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  closed4.addSubnet(net, bits, "ipv4");

/** Everything of the internet's IPv6 is in here. What embeds an IPv4 address is outside, or closed below. */
const open6 = new BlockList();
open6.addSubnet("2000::", 3, "ipv6");
const closed6 = new BlockList();
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  closed6.addSubnet(net, bits, "ipv6");

/** False for anything that is not plainly an address of the internet. */
export function isPublicAddress(address: string): boolean {
  const [bare = ""] = address.split("%");
  if (bare !== address) return false;
  if (isIP(bare) === 4) return !closed4.check(bare, "ipv4");
  if (isIP(bare) === 6) return open6.check(bare, "ipv6") && !closed6.check(bare, "ipv6");
  return false;
}

export interface Reach {
  /** The owner allows addresses of this machine and its network. */
  allowsPrivate: boolean;
  /** Replaced in tests by a DNS that lies. */
  resolve?: (host: string) => Promise<readonly string[]>;
}

/**
 * The addresses that may be asked. Whoever connects uses these, not the name: a second question to the DNS could be answered
 * differently. `host` as URL.hostname gives it: there, every spelling of an IPv4 address has become the usual one.
 */
export async function findAddresses(
  host: string,
  { allowsPrivate, resolve = askDns }: Reach,
): Promise<readonly string[] | "unknown" | "private"> {
  const bare = bareHost(host);
  const addresses = isIP(bare) ? [bare] : await resolve(bare).catch(() => []);
  if (addresses.length === 0) return "unknown";
  // one private address among public ones is how a name is used to get inside
  if (!allowsPrivate && !addresses.every(isPublicAddress)) return "private";
  return addresses;
}

/** Without the brackets of an IPv6 address. */
export function bareHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** For a connection to these, whatever the DNS says now. */
export function lookUpOnly(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    if (options.all) done(null, all);
    else done(null, all[0]?.address ?? "", all[0]?.family);
  };
}

async function askDns(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/**
 * What `fetch` would send; redirects are not followed, and the body of the answer is yet to be read. Node's own fetch speaks HTTP/2
 * where it can, and when the other side closes such a connection, the whole process ends (an error that is nobody's; also
 * github.com/forcedotcom/cli/issues/3622) or writes without end until the memory is full (Node 26.10 behind nginx).
 */
export async function sendHttp1(
  url: string,
  init: RequestInit & { signal: AbortSignal; lookup?: LookupFunction },
): Promise<IncomingMessage> {
  const { method, headers, protocol, body } = await describe(url, init);
  const send = protocol === "https:" ? requestHttps : requestHttp;
  const { signal, lookup: own } = init;
  const sent = send(url, { method, headers, signal, ...(own && { lookup: own }) });
  // once the answer has begun, whoever reads its body is told; without a listener it would end the process
  sent.on("error", () => {});
  sent.end(body);
  const [message] = (await once(sent, "response")) as [IncomingMessage];
  return message;
}

/** A Request knows what the many kinds of bodies and headers mean. */
async function describe(url: string, { method = "GET", headers = {}, body = null }: RequestInit) {
  const whole = new Request(url, { method, headers, body });
  return {
    method: whole.method,
    headers: Object.fromEntries(whole.headers),
    protocol: new URL(url).protocol,
    body: body === null ? undefined : await whole.bytes(),
  };
}

export function readHeaders({ headersDistinct }: IncomingMessage): Headers {
  return new Headers(
    Object.entries(headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
}
