// A recording that is opened without a login redirects to the home page, with its address as a parameter, and opens after
// the login. Pure. Only addresses of recordings are accepted, so that a crafted link cannot redirect anywhere else.

const name = "back";

export function askAtHome({ pathname, search }: { pathname: string; search: string }): string {
  return `/?${new URLSearchParams({ [name]: pathname + search })}`;
}

export function findWayBack(query: URLSearchParams): string | undefined {
  return /^\/video\/[\w-]+(?:\?[^#]*)?$/.exec(query.get(name) ?? "")?.[0];
}
