// Who opens a recording without being signed in is asked to at the home page, whose address then knows the way back.
// Pure; only the address of a recording counts as a way, so that nobody can be sent anywhere else.

const name = "back";

export function askAtHome({ pathname, search }: { pathname: string; search: string }): string {
  return `/?${new URLSearchParams({ [name]: pathname + search })}`;
}

export function findWayBack(query: URLSearchParams): string | undefined {
  return /^\/video\/[\w-]+(?:\?[^#]*)?$/.exec(query.get(name) ?? "")?.[0];
}
