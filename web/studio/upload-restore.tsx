// For a file that is in the archive's trash: taking it out is what sending it again was meant to do.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { refresh } from "./keeping.ts";
import { announce, changeItem, type UploadItem } from "./upload-items.ts";

export function RestoreButton({ itemKey, video }: { itemKey: string; video: NonNullable<UploadItem["video"]> }) {
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: () => call("restoreVideo", { params: { id: video.id } }),
    onSuccess: () => {
      changeItem(itemKey, { video: { ...video, inTrash: false } });
      announce(`${video.title} is back in the archive.`);
      return refresh(queries);
    },
    onError: ({ message }) => showToast({ kind: "error", message: `Error occured: ${message}` }),
  });
  return (
    <Button
      size="small"
      look="lamp"
      busy={restore.isPending}
      aria-label={`Restore ${video.title}`}
      onClick={() => restore.mutate()}
    >
      Restore
    </Button>
  );
}
