// The answers so far. The first request uses the key of the set-up link and takes it out of the address.
import { queryOptions } from "@tanstack/react-query";
import type { SetUp } from "#contract/setup.ts";
import { call } from "#web/api.ts";

export const setUpQuery = queryOptions({
  queryKey: ["set-up"],
  queryFn: readSetUp,
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});

async function readSetUp(): Promise<SetUp> {
  const key = location.hash.slice(1);
  if (key === "") return call("getSetUp");
  // nobody who looks at the screen or the history sees the key
  history.replaceState(history.state, "", location.pathname);
  try {
    await call("openSetUp", { body: { key } });
  } catch (problem) {
    // the same browser opens its link again
    return call("getSetUp").catch(() => {
      throw problem;
    });
  }
  return call("getSetUp");
}
