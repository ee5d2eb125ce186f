// Samples of the combinations, for the short version.
import { seed } from "#server/testing/proof.ts";
import { calls, type Call } from "./calls.ts";
import { roles, states, type Role, type State } from "./declared.ts";

const cellsPerCall = 3;
const mediaRoute = "GET /api/media/:id/:kind";

/**
 * Every call by every role, about one state in three; some viewer still asks about every state. Outside of files always
 * also about what never existed: what cannot be seen is compared with it.
 */
export function chooseThird(): (call: Call, role: Role, state: State) => boolean {
  return (call, role, state) => {
    if (!call.isAboutVideo || (state === "never existed" && call.route !== mediaRoute)) return true;
    return (calls.indexOf(call) + roles.indexOf(role) + states.indexOf(state)) % 3 === 0;
  };
}

/** A small part, chosen by the seed, that still has every call, and every role with every state. */
export function chooseSample(): (call: Call, role: Role, state: State) => boolean {
  const pairs = roles.flatMap((role) => states.map((state) => `${role}, ${state}`));
  const order = shuffle(pairs);
  const chosen = new Map<Call, Set<string>>();
  let next = 0;
  for (const call of calls) {
    const own = new Set<string>();
    chosen.set(call, own);
    for (let cell = 0; cell < cellsPerCall; cell++) own.add(order[next++ % order.length] ?? "");
  }
  return (call, role, state) => {
    const own = chosen.get(call);
    if (call.isAboutVideo) return own?.has(`${role}, ${state}`) ?? false;
    return states.some((any) => own?.has(`${role}, ${any}`));
  };
}

/** Park and Miller's generator: the same seed gives the same numbers everywhere. */
function shuffle<T>(list: readonly T[]): T[] {
  let state = (seed % 2_147_483_646) + 1;
  const draw = () => (state = (state * 48_271) % 2_147_483_647);
  return list
    .map((item) => ({ item, place: draw() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
