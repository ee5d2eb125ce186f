// A push service and a browser behind it: checks who sends (VAPID, RFC 8292) with jose, and decrypts (RFC 8291) by itself.
import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes, type ECDH } from "node:crypto";
import { importJWK, jwtVerify } from "jose";
import { listen, type Listening } from "./http.ts";

interface Shown {
  title: string;
  text: string;
  path: string;
  tag: string;
}

interface PushBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** By tag, as a browser shows them: one with the same tag replaces the one before. */
  shown: Map<string, Shown>;
  /** Every message that arrived, also those that replaced another. */
  arrived: Shown[];
}

export interface PushService extends Listening {
  subscribe(): PushBrowser;
  /** These answer 410 from now on. */
  gone: Set<string>;
  refusals: string[];
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, PushBrowser & { key: ECDH; auth: Buffer }>();
  const gone = new Set<string>();
  const refusals: string[] = [];
  const server: Listening = await listen(async ({ path, headers, body }) => {
    if (gone.has(path)) return { status: 410 };
    const browser = browsers.get(path);
    if (!browser) return { status: 404 };
    try {
      await checkSender(String(headers.authorization), server.url);
      if (headers["content-encoding"] !== "aes128gcm" || !headers.ttl || !headers.topic) throw new Error("headers");
      const message = JSON.parse(decrypt(body, browser.key, browser.auth).toString("utf8")) as Shown;
      browser.arrived.push(message);
      browser.shown.set(message.tag, message);
      return { status: 201 };
    } catch (error) {
      refusals.push(String(error));
      return { status: 403, body: "BadJwtToken" };
    }
  });
  const subscribe = (): PushBrowser => {
    const key = createECDH("prime256v1");
    const p256dh = key.generateKeys("base64url");
    const auth = randomBytes(16);
    const path = `/push/${randomBytes(12).toString("hex")}`;
    const subscription = { endpoint: server.url + path, keys: { p256dh, auth: auth.toString("base64url") } };
    const browser = { subscription, shown: new Map<string, Shown>(), arrived: [], key, auth };
    browsers.set(path, browser);
    return browser;
  };
  return { ...server, subscribe, gone, refusals };
}

async function checkSender(header: string, origin: string): Promise<void> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256");
  const { payload } = await jwtVerify(token, publicKey, { audience: origin, maxTokenAge: "24h" }).catch(async () =>
    jwtVerify(token, publicKey, { audience: origin }),
  );
  if (!/^(mailto:|https:)/.test(payload.sub ?? "")) throw new Error("no contact");
  if ((payload.exp ?? Infinity) * 1000 > Date.now() + 24 * 3_600_000) throw new Error("valid for too long");
}

/** One record, as RFC 8188 writes it. */
function decrypt(body: Buffer, key: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const shared = key.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), key.getPublicKey(), sender]);
  const prk = createHmac("sha256", createHmac("sha256", auth).update(shared).digest())
    .update(info)
    .update(Buffer.of(1))
    .digest();
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", prk, salt, Buffer.from(`Content-Encoding: ${name}\0`), bytes));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}
