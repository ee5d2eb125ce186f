// For editors: a button that prepares a failed recording once more.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";
import { words } from "./words.ts";

export function PrepareAgain({ id }: { id: string }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => call("prepareAgain", { params: { id } }),
    // from here on the page polls the progress
    onSuccess: ({ video }) => queries.setQueryData(videoQuery(id).queryKey, video),
    onError: ({ message }) => showToast({ kind: "error", message: words.messages.prepareAgainFailed(message) }),
  });
  return (
    <Button look="lamp" busy={again.isPending} onClick={() => again.mutate()}>
      {words.preparing.tryAgain}
    </Button>
  );
}
