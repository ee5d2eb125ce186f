// What the owner can do to a member. Each action says what it did, with Undo where that is possible.
import type { QueryClient } from "@tanstack/react-query";
import type { Input } from "#contract/api.ts";
import type { MemberInStudio } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import type { Acting } from "#web/studio/acting.ts";
import { refresh } from "#web/studio/queries.ts";
import { words } from "./words.ts";

type Change = Input<"changeMember">["body"];
type Named = Pick<MemberInStudio, "id" | "name">;

export async function changeMember({ queries, tell }: Acting, member: Named, wanted: Change): Promise<void> {
  const refreshMembers = () => refresh(queries, "members");
  try {
    const { change } = await call("changeMember", { params: { id: member.id }, body: wanted });
    showDone({ message: sayChange(wanted, member.name), changes: change, tell, refresh: refreshMembers });
  } catch (problem) {
    return tell(problem);
  }
  await refreshMembers();
}

/** Throws what the server refuses: the dialog is still open and shows it. */
export async function endSessions(queries: QueryClient, member: Named): Promise<void> {
  const { ended } = await call("endMemberSessions", { params: { id: member.id } });
  showToast({ kind: "done", message: words.done.sessionsEnded(ended, member.name) });
  void refresh(queries, "members");
}

/** Throws what the server refuses, as above. */
export async function setOwner({ queries, tell }: Acting, member: Named, role: "owner" | null): Promise<void> {
  const { change } = await call("changeMember", { params: { id: member.id }, body: { role } });
  const message = role === "owner" ? words.done.isOwner(member.name) : words.done.isNoOwner(member.name);
  showDone({ message, changes: change, tell, refresh: () => refresh(queries, "members") });
  void refresh(queries, "members");
}

/** Throws what the server refuses, as above. */
export async function deleteMember({ queries }: Acting, member: Named): Promise<void> {
  await call("deleteMember", { params: { id: member.id } });
  showToast({ kind: "done", message: words.done.isDeleted });
  void refresh(queries, "members");
}

/** Throws like the above. */
export async function endFeed(queries: QueryClient, member: Named): Promise<void> {
  await call("endMemberFeed", { params: { id: member.id } });
  showToast({ kind: "done", message: words.done.feedEnded(member.name) });
  void refresh(queries, "members");
}

function sayChange({ role, disabled }: Change, name: string): string {
  const { isEditor, isNoEditor, isDisabled, isEnabled } = words.done;
  if (role !== undefined) return role === "editor" ? isEditor(name) : isNoEditor(name);
  return disabled ? isDisabled(name) : isEnabled(name);
}
