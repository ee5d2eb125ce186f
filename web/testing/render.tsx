// Puts a component on a real page, in a real browser, as if the server had already answered; for tests only.
import "#web/ui/tokens.css";
import "#web/ui/elements.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import axe from "axe-core";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { expect } from "vitest";
import { render } from "vitest-browser-react";
import type { User } from "#contract/member.ts";
import { siteQuery, userQuery } from "#web/session.ts";
import { Toasts } from "#web/ui/toast.tsx";
import { site } from "./people.ts";

interface Known {
  user?: User | null;
  path?: string;
}

export function known({ user }: Known = {}): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  queries.setQueryData(siteQuery.queryKey, site);
  if (user !== undefined) queries.setQueryData(userQuery.queryKey, user);
  return queries;
}

export async function show(component: ReactNode, { user = null, path = "/" }: Known = {}, queries = known({ user })) {
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[path]}>{component}</MemoryRouter>
      <Toasts />
    </QueryClientProvider>,
  );
}

/** No accessibility fault in what is shown; `region` needs a whole page and is left to the journeys. */
export async function expectAccessible(): Promise<void> {
  // what is still fading in has not its colours yet
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(fading.map((animation) => animation.finished));
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, "label-content-name-mismatch": { enabled: true } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}
