// For an uploaded file whose recording is in the trash: restores that instead of adding it again.
import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { useActing } from "#web/studio/acting.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { refresh } from "#web/studio/queries.ts";
import { announce, changeItem, type UploadItem } from "./items.ts";
import { words } from "./words.ts";

export function RestoreButton({ itemKey, video }: { itemKey: string; video: NonNullable<UploadItem["video"]> }) {
  const { queries, tell } = useActing();
  const restore = useMutation({
    mutationFn: () => call("restoreVideo", { params: { id: video.id } }),
    onSuccess: () => {
      changeItem(itemKey, { video: { ...video, inTrash: false } });
      announce(words.row.restored(video.title));
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
      aria-label={words.row.restoreThis(video.title)}
      onClick={() => restore.mutate()}
    >
      {words.row.restore}
    </Button>
  );
}
