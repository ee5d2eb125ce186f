// A person like one of the personas, made by the control API: so each test can have people that no other test knows.
// Everything about them follows from their id, so that they are the same ones after a restart.

import { createHash } from "node:crypto";
import type { Patron } from "#emulator/patreon/personas.ts";
import type { Viewer } from "#emulator/twitch/personas.ts";
import type { World } from "./world.ts";

/** Returns the copy, also when it is there already, or a sentence that says why there is none. */
export function copyPersona(world: World, id: string, like: string): Patron | Viewer | string {
  const patron = world.patrons.get(like);
  const viewer = world.viewers.get(like);
  if (!patron && !viewer) return `like must name a persona; there is no ${like}.`;
  const mark = id.slice(like.length + 1);
  if (!id.startsWith(`${like}-`) || !/^[a-z0-9]+$/.test(mark))
    return `A persona like ${like} is called ${like}- and letters or digits.`;
  const known = world.patrons.get(id) ?? world.viewers.get(id);
  if (known) return known;
  world.copies.set(id, like);
  const copy = patron ? copyPatron(patron, id, mark) : copyViewer(viewer as Viewer, id, mark);
  if ("memberId" in copy) world.patrons.set(id, copy);
  else world.viewers.set(id, copy);
  return copy;
}

function copyPatron(patron: Patron, id: string, mark: string): Patron {
  const hash = createHash("sha256").update(id).digest("hex");
  const memberId = [8, 12, 16, 20, 32].map((to, n) => hash.slice([0, 8, 12, 16, 20][n], to)).join("-");
  return { ...structuredClone(patron), id, userId: numberOf(hash), memberId, name: `${patron.name} ${mark}` };
}

function copyViewer(viewer: Viewer, id: string, mark: string): Viewer {
  const userId = numberOf(createHash("sha256").update(id).digest("hex"));
  const displayName = `${viewer.displayName}_${mark}`;
  return { ...structuredClone(viewer), id, userId, login: displayName.toLowerCase(), displayName, signIns: 0 };
}

/** Longer than any persona's own. */
function numberOf(hash: string): string {
  return `9${BigInt(`0x${hash.slice(0, 12)}`)
    .toString()
    .padStart(15, "0")}`;
}
