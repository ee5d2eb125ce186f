// 'Disconnect', with a second look before it happens.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Provider } from "#contract/member.ts";
import { call } from "#web/api.ts";
import { userQuery } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./account-row.module.css";
import { providerNames } from "#web/member/provider-mark.tsx";

export function Disconnect({ provider }: { provider: Provider }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => call("disconnect", { params: { provider } }),
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
  const name = providerNames[provider];
  if (!isAsking) {
    return (
      <Button look="quiet" size="small" aria-label={`Disconnect ${name}`} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
    );
  }
  return (
    <fieldset aria-label={`Disconnect ${name}?`} className={css.actions}>
      <Button
        look="danger"
        size="small"
        aria-label={`Yes, disconnect ${name}`}
        busy={disconnect.isPending}
        // The question replaces the button one has just pressed; the keyboard must not fall off the page.
        ref={(button) => button?.focus()}
        onClick={() => disconnect.mutate()}
      >
        Yes, disconnect
      </Button>
      <Button look="quiet" size="small" onClick={() => setAsking(false)}>
        Keep
      </Button>
      {disconnect.isError && (
        <span role="alert" className={css.failure}>
          {disconnect.error.message}
        </span>
      )}
    </fieldset>
  );
}
