// JSON:API documents: include paths walked, sparse fields applied, relationships shown only where they were included.
// A query is read once, and whatever Patreon would answer with 400 is named instead of thrown.

import type { Resource } from "./resources.ts";
import { attributes, relations, type ResourceType } from "./schema.ts";
import type { World } from "#emulator/world/world.ts";

export type Selection = { include: string[][]; fields: Map<string, Set<string>> };
type BadParameter = { parameter: string; value: string };

export function readSelection(world: World, root: ResourceType, query: URLSearchParams): Selection | BadParameter {
  const selection: Selection = { include: [], fields: new Map() };
  const strict = world.quirks.patreonUnknownFieldIs400;
  for (const path of splitList(query.get("include"))) {
    const steps = path.split(".");
    if (isKnownPath(root, steps)) selection.include.push(steps);
    else if (strict) return { parameter: "include", value: path };
  }
  for (const [parameter, value] of query) {
    const type = /^fields\[(.+)\]$/.exec(parameter)?.[1];
    if (type === undefined) continue;
    const allowed = attributes[type as ResourceType] as readonly string[] | undefined;
    const names = splitList(value);
    const unknown = names.find((name) => !allowed?.includes(name));
    if (unknown !== undefined && strict) return { parameter, value: unknown };
    selection.fields.set(type, new Set(names));
  }
  return selection;
}

export function createDocument(
  world: World,
  data: Resource | Resource[],
  selection: Selection,
): Record<string, unknown> {
  const shown = new Map<string, { resource: Resource; relationships: Set<string> }>();
  const roots = Array.isArray(data) ? data : [data];
  const note = (resource: Resource) => {
    const key = `${resource.type}/${resource.id}`;
    const entry = shown.get(key) ?? { resource, relationships: new Set<string>() };
    shown.set(key, entry);
    return entry;
  };
  roots.forEach(note);
  const rootCount = shown.size;
  for (const steps of selection.include) {
    let level = roots;
    for (const step of steps) {
      level.forEach((resource) => note(resource).relationships.add(step));
      level = level.flatMap((resource) => resource.related[step]?.() ?? []);
      level.forEach(note);
    }
  }
  const render = ({ resource, relationships }: { resource: Resource; relationships: Set<string> }) =>
    renderResource(world, resource, { relationships, fields: selection.fields.get(resource.type) });
  const rendered = [...shown.values()].map(render);
  const included = rendered.slice(rootCount);
  return {
    data: Array.isArray(data) ? rendered.slice(0, rootCount) : rendered[0],
    ...((included.length > 0 || !world.quirks.patreonNoIncludedWhenEmpty) && { included }),
  };
}

export function resourceLink(world: World, type: ResourceType, id: string): string {
  const folder = { user: "user", member: "members", campaign: "campaigns", tier: "tiers", webhook: "webhooks" }[type];
  return `${world.origin}/patreon/api/oauth2/v2/${folder}/${id}`;
}

function renderResource(
  world: World,
  resource: Resource,
  shown: { relationships: Set<string>; fields: Set<string> | undefined },
): Record<string, unknown> {
  const names = world.quirks.patreonOnlyAskedFields ? (shown.fields ?? new Set<string>()) : undefined;
  const picked = Object.entries(resource.attributes)
    .filter(([name]) => names?.has(name) ?? true)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const relationships = [...shown.relationships]
    .toSorted()
    .map((name) => [name, renderRelation(world, resource, name)]);
  return {
    attributes: Object.fromEntries(picked),
    id: resource.id,
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
    type: resource.type,
  };
}

function renderRelation(world: World, resource: Resource, name: string): Record<string, unknown> {
  const targets = resource.related[name]?.() ?? [];
  const references = targets.map(({ id, type }) => ({ id, type }));
  if (relations[resource.type][name]?.many) return { data: references };
  const [target] = references;
  if (target === undefined) return { data: null };
  return { data: target, links: { related: resourceLink(world, target.type, target.id) } };
}

function isKnownPath(root: ResourceType, steps: string[]): boolean {
  let type: ResourceType | null = root;
  for (const step of steps) {
    const relation: { type: ResourceType | null } | undefined = type === null ? undefined : relations[type][step];
    if (relation === undefined) return false;
    type = relation.type;
  }
  return true;
}

function splitList(value: string | null): string[] {
  return (value ?? "").split(",").filter((part) => part !== "");
}
