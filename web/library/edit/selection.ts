// Which recordings an editor has selected, to do the same with all of them.
import { create } from "zustand";

interface Selection {
  isOn: boolean;
  chosen: ReadonlySet<string>;
  /** Selected or deselected last. */
  last: string | undefined;
  /** All that are shown, in the order of the screen. */
  order: readonly string[];
}

const nothing = { isOn: false, chosen: new Set<string>(), last: undefined };
export const useSelection = create<Selection>(() => ({ ...nothing, order: [] }));

export function startSelecting(): void {
  useSelection.setState({ isOn: true });
}

export function stopSelecting(): void {
  useSelection.setState(nothing);
}

/** Selects one, or deselects it. */
export function toggle(id: string): void {
  useSelection.setState(({ chosen }) => ({ isOn: true, chosen: change(chosen, [id], !chosen.has(id)), last: id }));
}

/** The same for everything between this one and the last one. */
export function toggleUpTo(id: string): void {
  useSelection.setState(({ chosen, last, order }) => ({
    isOn: true,
    chosen: change(chosen, listBetween(order, last, id), !chosen.has(id)),
    last: id,
  }));
}

export function include(ids: readonly string[]): void {
  useSelection.setState(({ chosen }) => ({ isOn: true, chosen: change(chosen, ids, true), last: ids.at(-1) }));
}

export function chooseAllShown(): void {
  useSelection.setState(({ chosen, order }) => ({ isOn: true, chosen: new Set([...chosen, ...order]) }));
}

function change(chosen: ReadonlySet<string>, ids: readonly string[], isChosen: boolean): ReadonlySet<string> {
  return isChosen ? chosen.union(new Set(ids)) : chosen.difference(new Set(ids));
}

function listBetween(order: readonly string[], one: string | undefined, other: string): readonly string[] {
  const places = [one, other].map((id) => (id === undefined ? -1 : order.indexOf(id)));
  const [from, to] = [Math.min(...places), Math.max(...places)];
  return from < 0 ? [other] : order.slice(from, to + 1);
}
