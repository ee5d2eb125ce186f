import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiProblem } from "#web/api.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "./dialog.tsx";
import { Conflict, EditingFoot, type Guard, useEditing } from "./editing.tsx";
import { Question } from "./question.tsx";

function Opener({ of: Opened }: { of: (props: { close: () => void }) => React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && <Opened close={() => setOpen(false)} />}
    </>
  );
}

async function open(of: (props: { close: () => void }) => React.ReactNode) {
  const screen = await show(<Opener of={of} />);
  await screen.getByRole("button", { name: "Open" }).click();
  return screen;
}

const Plain = ({ close }: { close: () => void }) => (
  <Dialog title="Things" close={close} foot={<Button onClick={close}>Done</Button>}>
    <input aria-label="Name" />
  </Dialog>
);

test("a dialog has its heading as its name, takes the focus, and gives it back to what opened it", async () => {
  const screen = await open(Plain);
  const dialog = screen.getByRole("dialog", { name: "Things" });
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("Escape closes it and returns the focus, and a click beside it does nothing", async () => {
  await page.viewport(1000, 700);
  const screen = await open(Plain);
  const dialog = screen.getByRole("dialog", { name: "Things" });
  await userEvent.click(dialog, { position: { x: -40, y: 40 }, force: true });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("a calm dialog has the focus itself, so that no keyboard covers it", async () => {
  const screen = await open(({ close }) => (
    <Dialog title="Things" isCalm close={close} foot={<Button onClick={close}>Done</Button>}>
      <input aria-label="Name" />
    </Dialog>
  ));
  await expect.element(screen.getByRole("dialog")).toHaveFocus();
});

test("on a phone it is a sheet as wide as the screen, at its lower edge", async () => {
  await page.viewport(390, 800);
  const screen = await open(Plain);
  const edges = () => {
    const { left, width, bottom } = screen.getByRole("dialog").element().getBoundingClientRect();
    // a scrollbar may have room of its own
    return { left, isWhole: width > 370, bottom };
  };
  await expect.poll(edges).toEqual({ left: 0, isWhole: true, bottom: innerHeight });
});

test("a question says what is lost, begins on Cancel, and stays open when it fails", async () => {
  let tries = 0;
  const screen = await open(({ close }) => (
    <Question
      title="Delete it?"
      label="Delete it"
      act={async () => {
        tries++;
        if (tries === 1) throw new Error("The disk is full.");
      }}
      close={close}
    >
      Nothing brings it back.
    </Question>
  ));
  const question = screen.getByRole("alertdialog", { name: "Delete it?" });
  await expect.element(question).toHaveAccessibleDescription("Nothing brings it back.");
  await expect.element(question.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await question.getByRole("button", { name: "Delete it" }).click();
  await expect.element(question.getByText("The disk is full.")).toBeVisible();
  await question.getByRole("button", { name: "Delete it" }).click();
  await expect.element(question).not.toBeInTheDocument();
});

interface Note {
  text: string;
  revision: number;
}
let stored: Note;

function NoteDialog({ close }: { close: () => void }) {
  const guard = useRef<Guard>(null);
  const { editing, draft, change, theirs, save, takeTheirs, keepYours } = useEditing<Note, string>({
    saved: { text: "first", revision: 1 },
    toDraft: ({ text }) => text,
    send: async (text, { revision }) => {
      if (revision !== stored.revision) throw new ApiProblem({ code: "conflict", status: 409, detail: "Too late." });
      if (text === "") {
        const fields = [{ field: "note.text", rule: "must not be empty" }];
        throw new ApiProblem({ code: "bad-input", status: 400, detail: "No.", fields });
      }
      stored = { text, revision: revision + 1 };
    },
    fetch: async () => stored,
    tell: () => {},
    guard,
    close,
  });
  return (
    <Dialog
      title="Note"
      close={close}
      mayClose={() => guard.current?.() ?? true}
      submit={save}
      foot={
        <EditingFoot editing={editing} question="Discard it?">
          <Button onClick={editing.cancel}>Cancel</Button>
          <Button type="submit">Save</Button>
        </EditingFoot>
      }
    >
      {theirs && (
        <Conflict
          heading="Somebody was faster."
          theirs={theirs.text}
          yours={draft}
          isSaving={editing.isSaving}
          takeTheirs={() => takeTheirs(theirs)}
          keepYours={() => keepYours(theirs)}
        />
      )}
      <input aria-label="Text" value={draft} onChange={({ target }) => change(target.value)} />
      {editing.faults.get("text")}
    </Dialog>
  );
}

async function edit(text: string) {
  stored = { text: "first", revision: 1 };
  const screen = await open(NoteDialog);
  const dialog = screen.getByRole("dialog", { name: "Note" });
  await dialog.getByRole("textbox", { name: "Text" }).fill(text);
  return { screen, dialog };
}

test("what was typed is asked for once before Escape discards it, and Keep editing has the focus", async () => {
  const { dialog } = await edit("mine");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog.getByRole("alertdialog", { name: "Discard it?" })).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Keep editing" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("textbox", { name: "Text" })).toHaveValue("mine");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(stored.text).toBe("first");
});

test("without changes Cancel and Escape just close", async () => {
  const { dialog } = await edit("first");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("a field that is refused is named, and the form stays", async () => {
  const { dialog } = await edit("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("must not be empty")).toBeVisible();
});

test("after a conflict one of both versions is chosen: theirs begins anew, mine is saved over it", async () => {
  const { dialog } = await edit("mine");
  stored = { text: "hers", revision: 2 };
  await dialog.getByRole("button", { name: "Save" }).click();
  const conflict = dialog.getByRole("alert");
  await expect.poll(() => conflict.element().textContent).toMatch(/Theirshers.*Yoursmine/);
  await expectAccessible();
  await conflict.getByRole("button", { name: "Use theirs, discard mine" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Text" })).toHaveValue("hers");
  await dialog.getByRole("textbox", { name: "Text" }).fill("mine again");
  stored = { text: "hers again", revision: 3 };
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Save mine, replace theirs" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(stored).toEqual({ text: "mine again", revision: 4 });
});
