// An upload over a slow line that is interrupted by a reload, continues with the same file, and arrives unchanged.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { pictures, x264 } from "#server/testing/clips.ts";
import { signIn } from "./journey-people.ts";
import type { Person } from "./person.ts";
import type { Stage } from "./stage.ts";

const bytesPerSecond = 2_000_000;

const rowText = (person: Person, name: string) =>
  person.driver.run(
    (name) =>
      Array.from(document.querySelectorAll("li"), ({ textContent }) => textContent ?? "").find((text) =>
        text.includes(name),
      ) ?? "",
    name,
  );

export async function uploadJourney(person: Person, stage: Stage): Promise<void> {
  const title = `Carried_${crypto.randomUUID().slice(0, 8)}`;
  const name = `Slow ${title}.mkv`;
  const file = await makeLarge(stage, { name, title });
  await signIn(person, stage, "patron-editor");
  await person.visit("/studio/upload");
  await person.see({ role: "button", name: "Choose files" });
  stage.line.bytesPerSecond = bytesPerSecond;
  await person.driver.chooseFile("input[type=file]", file);
  await person.until("a third is sent", async () => readPercent(await rowText(person, name)) >= 33);
  const field = await person.see({ role: "textbox", name: "Title" });
  if (field.value !== title) throw new Error(`the title is shown as ${field.value} instead of ${title}`);
  await person.visit("/studio/upload");
  await person.see({ role: "button", name: `Choose the file again: ${name}` });
  await person.driver.chooseFile(`li input[type=file]`, file);
  const speed = await person.until("the speed is shown", async () => readSpeed(await rowText(person, name)));
  if (speed > bytesPerSecond * 2) throw new Error(`the speed is shown as ${speed} bytes per second`);
  stage.line.bytesPerSecond = null;
  await person.until("it is added", async () => (await rowText(person, name)).includes("Added to the archive"));
  const added = (await stage.list()).find((video) => video.title === title);
  if (!added) throw new Error(`no recording has the title that the field showed: ${title}`);
  await requireSame(stage, added.id, file);
}

/** Much larger than what the system keeps on its way, which looks like sent at once. It carries a title of its own, which its name does not say. */
async function makeLarge({ clips }: Stage, { name, title }: { name: string; title: string }): Promise<string> {
  const noise = `-f lavfi -i anoisesrc=d=40:r=96000:a=0.1:seed=${Math.floor(Math.random() * 2 ** 31)}`;
  const codecs = `${x264} -ac 2 -c:a pcm_s32le -metadata title=${title}`;
  return clips.make(name, `${pictures("320x180", 10, 40)} ${noise} ${codecs}`);
}

async function requireSame({ editor }: Stage, id: string, file: string): Promise<void> {
  const sha256 = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  const { body } = await editor.ask<{ video: { id: string } | null }>(`GET /api/upload/known?sha256=${sha256}`);
  if (body.video?.id !== id) throw new Error("the archive does not have the file as it was sent");
}

function readPercent(text: string): number {
  return Number(/(\d+) %/.exec(text)?.[1] ?? 0);
}

function readSpeed(text: string): number | undefined {
  const [, number, unit = ""] = /([\d.,]+)\s(byte|kB|MB|GB)s?\/s/.exec(text) ?? [];
  const scale: Record<string, number> = { byte: 1, kB: 1e3, MB: 1e6, GB: 1e9 };
  return number === undefined ? undefined : Number(number) * (scale[unit] ?? 1);
}
