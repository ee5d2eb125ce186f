// Signing in: a one-time token from the archive, then off to the provider. Also how a second provider is connected.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Provider } from "#contract/member.ts";
import { call } from "#web/api.ts";
import { siteQuery } from "#web/session.ts";
import { showToast } from "#web/ui/toast.tsx";
import { authorizeUrl, returnPath } from "./authorize-url.ts";
import { providerNames } from "./provider-mark.tsx";

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ provider, forceVerify }: { provider: Provider; forceVerify: boolean }) => {
      const address = (await queries.ensureQueryData(siteQuery))[provider];
      if (!address) throw new Error(`This archive does not use ${providerNames[provider]}.`);
      const { data } = await call("createSignInToken", { body: { return_path: returnPath(location) } });
      location.assign(authorizeUrl({ provider, address, token: data.token, forceVerify }));
    },
    onError: (error) =>
      showToast({ kind: "error", message: `Error occured while performing the log in: ${error.message}` }),
  });
}
