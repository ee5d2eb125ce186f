// For editors: what could not be prepared is tried once more.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";

export function PrepareAgain({ id }: { id: string }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => call("prepareAgain", { params: { id } }),
    // from here on the page asks by itself how far it is
    onSuccess: ({ video }) => queries.setQueryData(videoQuery(id).queryKey, video),
    onError: ({ message }) => showToast({ kind: "error", message: `It could not be tried again: ${message}` }),
  });
  return (
    <Button look="lamp" busy={again.isPending} onClick={() => again.mutate()}>
      Try again
    </Button>
  );
}
