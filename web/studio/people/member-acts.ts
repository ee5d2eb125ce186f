// What the owner can do to a member. Each action says what it did, with Undo where that is possible.
import type { QueryClient } from "@tanstack/react-query";
import type { Input } from "#contract/api.ts";
import type { MemberInStudio } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { Acting } from "#web/studio/acting.ts";
import { words } from "./words.ts";

type Change = Input<"changeMember">["body"];
type Named = Pick<MemberInStudio, "id" | "name">;

export async function changeMember(acting: Acting, member: Named, change: Change): Promise<void> {
  try {
    await call("changeMember", { params: { id: member.id }, body: change });
  } catch (problem) {
    return acting.tell(problem);
  }
  showToast({
    kind: "done",
    message: sayChange(change, member.name),
    action: { label: words.done.undo, run: () => void changeMember(acting, member, turnBack(change)) },
  });
  await refresh(acting.queries);
}

/** Throws what the server refuses: the dialog is still open and shows it. */
export async function endSessions(queries: QueryClient, member: Named): Promise<void> {
  const { ended } = await call("endMemberSessions", { params: { id: member.id } });
  showToast({ kind: "done", message: words.done.sessionsEnded(ended, member.name) });
  void refresh(queries);
}

function sayChange({ role, disabled }: Change, name: string): string {
  const { isEditor, isNoEditor, isDisabled, isEnabled } = words.done;
  if (role !== undefined) return role === "editor" ? isEditor(name) : isNoEditor(name);
  return disabled ? isDisabled(name) : isEnabled(name);
}

function turnBack({ role, disabled }: Change): Change {
  if (role !== undefined) return { role: role === "editor" ? null : "editor" };
  return { disabled: disabled !== true };
}

async function refresh(queries: QueryClient): Promise<void> {
  await Promise.all(["members", "history"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
