// For a file that is in the archive's trash: taking it out is what sending it again was meant to do.
import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useActing } from "#web/studio/acting.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { refresh } from "#web/studio/keeping.ts";
import { announce, changeItem, type UploadItem } from "./items.ts";

export function RestoreButton({ itemKey, video }: { itemKey: string; video: NonNullable<UploadItem["video"]> }) {
  const { queries, tell } = useActing();
  const restore = useMutation({
    mutationFn: () => call("restoreVideo", { params: { id: video.id } }),
    onSuccess: () => {
      changeItem(itemKey, { video: { ...video, inTrash: false } });
      announce(`${video.title} is back in the archive.`);
      return refresh(queries);
    },
    onError: tell,
  });
  return (
    <Button
      ref={keepFocus}
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
