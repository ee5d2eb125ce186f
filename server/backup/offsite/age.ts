// Encryption of backups by age (https://age-encryption.org), with a pair of keys: the server keeps only the public one, the
// recipient, so it can encrypt and never decrypt. The owner keeps the private one, the identity.
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

/** Loaded when it is needed: it is large, and most servers never encrypt. */
const age = () => import("age-encryption");

export interface KeyPair {
  /** Private: it is shown once, and kept nowhere. */
  identity: string;
  recipient: string;
}

export async function makeKeyPair(): Promise<KeyPair> {
  const { generateX25519Identity, identityToRecipient } = await age();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** What a person compares: eight groups of four. */
export function fingerprintOf(recipient: string): string {
  const hex = createHash("sha256").update(recipient).digest("hex").slice(0, 32);
  return (hex.match(/.{4}/g) ?? []).join(" ");
}

/** Reads a file as age-keygen writes it: comments, and one line with the key. */
export async function readKeyFile(text: string): Promise<KeyPair> {
  const found = text.split(/\s+/).filter((word) => /^AGE-SECRET-KEY-1/i.test(word));
  const [identity] = found;
  if (identity === undefined || found.length > 1) throw new Refusal("bad-input", words.noKeyInFile);
  const { identityToRecipient } = await age();
  try {
    return { identity: identity.toUpperCase(), recipient: await identityToRecipient(identity.toUpperCase()) };
  } catch (cause) {
    throw new Refusal("bad-input", words.keyMistyped, { cause });
  }
}

/** How much is encrypted at a time: members' requests are answered in between. */
const stepBytes = 128 * 1024;

export async function seal(recipient: string, plain: Buffer): Promise<Buffer> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return collect(await encrypter.encrypt(streamOf(plain)));
}

/** Undefined when it was changed, or is for another key. */
export async function unseal(identity: string, sealed: Buffer): Promise<Buffer | undefined> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    return await collect(await decrypter.decrypt(streamOf(sealed)));
  } catch {
    return undefined;
  }
}

function streamOf(bytes: Buffer): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at >= bytes.length) return controller.close();
      await nextTurn();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + stepBytes)));
      at += stepBytes;
    },
  });
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream));
}
