// Names of songs and artists as they are compared.
import { fold } from "#contract/search/fold.ts";

export function foldName(name: string | null): string {
  return fold(name ?? "").slice(0, 400);
}
