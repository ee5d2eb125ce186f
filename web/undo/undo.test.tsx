import { afterEach, expect, test, vi } from "vitest";
import { sayProblem } from "#web/api.ts";
import { closeMessages } from "#web/testing/library-stand-in.ts";
import { show } from "#web/testing/render.tsx";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "./undo.ts";

afterEach(() => {
  closeMessages();
  vi.restoreAllMocks();
});

const tell = (problem: unknown) => showToast({ kind: "error", message: sayProblem(problem) });

test("many changes are undone 200 at a time, and a refusal says how many were undone before it", async () => {
  const server = standIn({
    undoChanges: ({ countOf }) => {
      if (countOf("undoChanges") === 1)
        server.refused.undoChanges = { status: 409, code: "conflict", detail: "Nothing was undone." };
      return { changes: [] };
    },
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const screen = await show(null);
  const changes = Array.from({ length: 250 }, (_, n) => `c${n}`);
  const refresh = vi.fn<() => Promise<void>>(async () => undefined);
  showDone({ message: "250 recordings are hidden.", changes, tell, refresh });
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("200 changes undone.")).toBeVisible();
  await expect.element(screen.getByText("Nothing was undone.")).toBeVisible();
  expect(server.asked.map(({ body }) => body)).toEqual([
    { changes: changes.slice(0, 200) },
    { changes: changes.slice(200) },
  ]);
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce());
});

test("where nothing had to be changed there is no Undo", async () => {
  const screen = await show(null);
  showDone({ message: "Nothing to change.", changes: null, tell, refresh: async () => undefined });
  await expect.element(screen.getByText("Nothing to change.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo" }).query()).toBeNull();
});
