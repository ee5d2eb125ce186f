// The screens that a long journey is taken on. In `npm test` it is taken on one of them; `npm run prove -- journeys` takes
// every journey on both.
import { scaled } from "#server/testing/proof.ts";

const all = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

export function screens(usual: keyof typeof all): { width: number; height: number }[] {
  return scaled(1, 2) === 1 ? [all[usual]] : Object.values(all);
}
