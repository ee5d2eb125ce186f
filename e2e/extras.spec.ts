// An editor changes the captions and the thumbnail of a recording, and undoes it, with the keyboard alone.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { editor as dialog, openEditor } from "./editor.ts";
import { expect, signIn } from "./journey.ts";
import { press, typeInto } from "./keyboard.ts";
import { makePictures, takeInReady, test } from "./own-recordings.ts";
import { screens } from "./screens.ts";

const undo = (page: Page) => press(dialog(page).getByRole("button", { name: "Undo" }));

async function chooseFile(page: Page, button: string, file: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await press(dialog(page).getByRole("button", { name: button }));
  await (await choosing).setFiles(file);
}

for (const size of screens("phone"))
  test(`captions are added, renamed, deleted and undone, and a frame becomes the thumbnail, at ${size.width} px`, async ({
    page,
    server,
    clips,
    name,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    const id = await takeInReady(server, await makePictures(clips, name, 6));
    const file = path.join(clips.folder, `${name}.pt-BR.srt`);
    await writeFile(file, "1\n00:00:01,000 --> 00:00:02,000\nCantamos\n");
    await signIn(page, "patron-editor");
    await page.goto(`/video/${id}`);
    await openEditor(page, "Captions");
    await expect(dialog(page).getByText("This recording has no captions.")).toBeVisible();
    await chooseFile(page, "Add captions", file);
    const language = dialog(page).getByLabel("Language, such as en or pt-BR of captions 1");
    await expect(language).toHaveValue("pt-BR");
    await typeInto(dialog(page).getByLabel("Name of captions 1"), "Letra");
    await page.keyboard.press("Enter");
    await expect(dialog(page).getByText("Captions renamed.")).toBeVisible();
    await expectAccessible(page, "extras");
    await press(dialog(page).getByRole("button", { name: "Delete captions 1" }));
    await expect(language).toHaveCount(0);
    await expect(dialog(page).getByRole("status")).toHaveText("Captions deleted.");
    await undo(page);
    await expect(dialog(page).getByLabel("Name of captions 1")).toHaveValue("Letra");

    await press(dialog(page).getByRole("tab", { name: "Captions" }));
    await page.keyboard.press("ArrowRight");
    const picture = dialog(page).getByRole("img", { name: "The thumbnail of this recording" });
    const first = await picture.getAttribute("src");
    await press(
      dialog(page)
        .getByRole("button", { name: /^Use the picture at/ })
        .last(),
    );
    await expect(picture).not.toHaveAttribute("src", first ?? "", { timeout: 60_000 });
    await undo(page);
    await expect(picture).toHaveAttribute("src", first ?? "", { timeout: 60_000 });
  });
