// 'Disconnect', which asks before it happens.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Provider } from "#contract/member.ts";
import { call } from "#web/api.ts";
import { userQuery } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./account-row.module.css";
import { words as memberWords } from "#web/member/words.ts";
import { words } from "./words.ts";

export function Disconnect({ provider }: { provider: Provider }) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => call("disconnect", { params: { provider } }),
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
  const name = memberWords.providers[provider];
  if (!isAsking) {
    return (
      <Button
        look="quiet"
        size="small"
        aria-label={words.connections.disconnectThis(name)}
        onClick={() => setAsking(true)}
      >
        {words.connections.disconnect}
      </Button>
    );
  }
  return (
    <fieldset aria-label={words.connections.question(name)} className={css.actions}>
      <span className={css.loss}>{words.connections.loss}</span>
      <Button
        look="danger"
        size="small"
        aria-label={words.connections.yesThis(name)}
        busy={disconnect.isPending}
        // The question replaces the button that had the focus: without this the focus would be lost.
        ref={(button) => button?.focus()}
        onClick={() => disconnect.mutate()}
      >
        {words.connections.yes}
      </Button>
      <Button look="quiet" size="small" onClick={() => setAsking(false)}>
        {words.connections.keep}
      </Button>
      {disconnect.isError && (
        <span role="alert" className={css.failure}>
          {disconnect.error.message}
        </span>
      )}
    </fieldset>
  );
}
