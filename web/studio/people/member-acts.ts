// What the owner can do about a member. Each says what it did; what can be taken back comes with its way back.
import type { QueryClient } from "@tanstack/react-query";
import type { Input } from "#contract/api.ts";
import type { MemberInStudio } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { Acting } from "#web/studio/acting.ts";
import { sayCount } from "#web/studio/format.ts";

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
    message: `${member.name} ${sayChange(change)}`,
    action: { label: "Undo", run: () => void changeMember(acting, member, turnBack(change)) },
  });
  await refresh(acting.queries);
}

/** Throws what the server says: the question is still open, and shows it. */
export async function endSessions(queries: QueryClient, member: Named): Promise<void> {
  const { ended } = await call("endMemberSessions", { params: { id: member.id } });
  showToast({ kind: "done", message: `${sayCount(ended, "session")} of ${member.name} ended.` });
  void refresh(queries);
}

function sayChange({ role, disabled }: Change): string {
  if (role !== undefined) return role === "editor" ? "can edit now." : "can no longer edit.";
  return disabled ? "is shut out: the account is disabled." : "is let in again.";
}

function turnBack({ role, disabled }: Change): Change {
  if (role !== undefined) return { role: role === "editor" ? null : "editor" };
  return { disabled: disabled !== true };
}

async function refresh(queries: QueryClient): Promise<void> {
  await Promise.all(["members", "history"].map((key) => queries.invalidateQueries({ queryKey: [key] })));
}
