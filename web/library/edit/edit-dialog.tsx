// 'Edit metadata'.
import { useRef } from "react";
import type { Video } from "#contract/video.ts";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import type { Guard } from "#web/ui/dialog/editing.tsx";
import { EditForm } from "./edit-form.tsx";
import { History } from "./history.tsx";
import { words } from "./words.ts";

export function EditDialog({ fetched, close }: { fetched: Video; close: () => void }) {
  const guard = useRef<Guard>(null);
  return (
    <Dialog title={words.dialog.heading} close={close} mayClose={() => guard.current?.() ?? true}>
      <EditForm fetched={fetched} guard={guard} close={close} more={<History id={fetched.id} />} />
    </Dialog>
  );
}
