// Which compression a client understands.
import type { Encoding } from "#server/library/list-cache.ts";

export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return "identity";
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(accepted)) return "br";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/i.test(accepted) ? "gzip" : "identity";
}
