// The key that signs id_tokens: RS256, kid "1" until it is rotated. Made when first needed, because that is slow.

import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from "jose";

export type KeyRing = {
  publish(): Promise<{ keys: JWK[] }>;
  sign(payload: JWTPayload): Promise<string>;
  /** A new key takes over at once and the old one is no longer published. */
  rotate(): void;
};

export function createKeyRing(): KeyRing {
  let kid = 1;
  let pair: Promise<{ privateKey: CryptoKey; publicKey: CryptoKey }> | undefined;
  const current = () => (pair ??= generateKeyPair("RS256", { extractable: true }));
  return {
    async publish() {
      const jwk = await exportJWK((await current()).publicKey);
      return { keys: [{ alg: "RS256", e: jwk.e ?? "", kid: String(kid), kty: "RSA", n: jwk.n ?? "", use: "sig" }] };
    },
    async sign(payload) {
      const { privateKey } = await current();
      return new SignJWT(payload).setProtectedHeader({ alg: "RS256", typ: "JWT", kid: String(kid) }).sign(privateKey);
    },
    rotate() {
      kid += 1;
      pair = undefined;
    },
  };
}
