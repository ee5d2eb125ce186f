// Logging in: gets a one-time token from the server, then opens the provider. Also connects a second provider.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Provider } from "#contract/member.ts";
import { call } from "#web/api.ts";
import { siteQuery } from "#web/session.ts";
import { showToast } from "#web/ui/toast.tsx";
import { authorizeUrl, returnPath } from "./authorize-url.ts";
import { words } from "./words.ts";

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ provider, forceVerify }: { provider: Provider; forceVerify: boolean }) => {
      const address = (await queries.ensureQueryData(siteQuery))[provider];
      if (!address) throw new Error(words.login.notOffered(words.providers[provider]));
      const { data } = await call("createSignInToken", { body: { return_path: returnPath(location) } });
      location.assign(authorizeUrl({ provider, address, token: data.token, forceVerify }));
    },
    onError: (error) => showToast({ kind: "error", message: words.login.failed(error.message) }),
  });
}
