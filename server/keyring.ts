// The master key, and sealing of stored tokens with what is derived from it (AES-256-GCM).
// The key never leaves this file; a sealed text opens only for the purpose it was sealed for.
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { Refusal } from "./refusal.ts";
import { words } from "./words.ts";

const keyBytes = 32;

export interface Keyring {
  /** `purpose` binds the text to its place, e.g. "provider-token|<identity>|access". */
  seal(text: string, purpose: string): string;
  /** Returns undefined when the text was sealed by another key or for another purpose. */
  unseal(sealed: string, purpose: string): string | undefined;
  /** The same for the same text and purpose; without the key it cannot be found by trying. */
  hash(text: string, purpose: string): string;
  /** The checksum of the key's file, as sha256sum prints it: a copy is compared by it. It tells nothing about a random key. */
  checksum: string;
}

export function openKeyring(config: { masterKeyFile: string | null; dataDir: string }): Keyring {
  const file = config.masterKeyFile ?? path.join(config.dataDir, "secrets", "master.key");
  if (!config.masterKeyFile && !existsSync(file)) createKey(file);
  return keyringFrom(readKey(file));
}

/** The key itself, for a backup that is encrypted for the owner. It goes nowhere else. */
export function readMasterKey(config: { masterKeyFile: string | null; dataDir: string }): Buffer {
  return readKey(config.masterKeyFile ?? path.join(config.dataDir, "secrets", "master.key"));
}

export function keyringFrom(master: Buffer): Keyring {
  const derive = (name: string) => Buffer.from(hkdfSync("sha256", master, "", `stagedoor ${name}`, 32));
  const sealing = derive("seal");
  const hashing = derive("hash");
  const keyId = derive("key id").toString("hex").slice(0, 8);
  return {
    checksum: createHash("sha256").update(master).digest("hex"),
    hash: (text, purpose) => createHmac("sha256", hashing).update(`${purpose}|${text}`).digest("base64url"),
    seal(text, purpose) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce).setAAD(Buffer.from(`v1|${keyId}|${purpose}`));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return ["v1", keyId, nonce, sealed, cipher.getAuthTag()]
        .map((part) => (typeof part === "string" ? part : part.toString("base64url")))
        .join(".");
    },
    unseal(sealed, purpose) {
      const [version, id, nonce = "", body = "", tag = ""] = sealed.split(".");
      if (version !== "v1" || id !== keyId) return undefined;
      try {
        const decipher = createDecipheriv("aes-256-gcm", sealing, Buffer.from(nonce, "base64url"))
          .setAAD(Buffer.from(`v1|${keyId}|${purpose}`))
          .setAuthTag(Buffer.from(tag, "base64url"));
        return decipher.update(body, "base64url", "utf8") + decipher.final("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

/** Whole or not at all: a command may be the first to need it while the server starts. */
function createKey(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const made = `${file}.${process.pid}`;
  const handle = openSync(made, "w", 0o600);
  writeSync(handle, randomBytes(keyBytes));
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(made);
  }
}

function readKey(file: string): Buffer {
  if (!existsSync(file)) {
    throw new Refusal("cannot-start", words.noKey(file));
  }
  if (statSync(file).mode & 0o077) {
    throw new Refusal("cannot-start", words.keyReadable(file));
  }
  const key = readFileSync(file);
  if (key.length !== keyBytes) {
    throw new Refusal("cannot-start", words.keyLength(file, keyBytes, key.length));
  }
  return key;
}
