// Which recording is being edited. The dialog opens only after its metadata has been fetched.
import { create } from "zustand";
import type { Video } from "#contract/video.ts";
import { call, sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { words } from "./words.ts";

export const loadDialog = () => import("./edit-dialog.tsx");

export const useEditing = create<{ video: Video | null }>(() => ({ video: null }));

export async function startEditing(id: string): Promise<void> {
  try {
    const [{ video }] = await Promise.all([call("getVideo", { params: { id } }), loadDialog()]);
    useEditing.setState({ video });
  } catch (problem) {
    showToast({ kind: "error", message: words.messages.fetchFailed(sayProblem(problem)) });
  }
}

export function stopEditing(): void {
  useEditing.setState({ video: null });
}
