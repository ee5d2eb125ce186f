// 'Check again': reads the membership from Patreon and Twitch now, and says how that went.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { userQuery } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./check-again.module.css";

export function CheckAgain() {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => call("checkAgain"),
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
  return (
    <div className={css.check}>
      <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
        Check again
      </Button>
      <output className={css.outcome} data-failed={check.isError}>
        {check.isPending && "Asking Patreon and Twitch…"}
        {check.isSuccess && "Checked just now."}
        {check.isError && check.error.message}
      </output>
    </div>
  );
}
