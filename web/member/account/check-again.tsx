// 'Check again': asks Patreon and Twitch for the membership now, and shows the result.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { userQuery } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./check-again.module.css";
import { words } from "#web/member/words.ts";

export function CheckAgain() {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => call("checkAgain"),
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
  return (
    <div className={css.check}>
      <Button size="small" busy={check.isPending} onClick={() => check.mutate()}>
        {words.checkAgain.button}
      </Button>
      <output className={css.outcome} data-failed={check.isError}>
        {check.isPending && words.checkAgain.checking}
        {check.isSuccess && words.checkAgain.checked}
        {check.isError && check.error.message}
      </output>
    </div>
  );
}
