// In a real browser, with its IndexedDB.
import { afterEach, expect, test } from "vitest";
import { recallPerson } from "#web/memory/person.ts";
import { makeItem } from "#web/studio/upload/items.ts";
import { forgetUpload, recallUploads, rememberUpload } from "./memory.ts";

const logIn = (id: string) => recallPerson(id, () => undefined);
const facts = { name: "Evening.mkv", size: 10, lastModified: 1 };
const keys: string[] = [];
afterEach(async () => {
  for (const key of keys.splice(0)) await forgetUpload(key);
});

async function begin(person?: string): Promise<string> {
  const item = makeItem(facts);
  keys.push(item.key);
  // as it was stored before people were told apart
  await rememberUpload(person === undefined ? ({ ...item, person } as unknown as typeof item) : item);
  return item.key;
}
const recalled = async () => (await recallUploads()).map(({ key }) => key);

test("an unfinished upload is shown only to the person who began it", async () => {
  await logIn("ada");
  const key = await begin("ada");
  await logIn("bob");
  expect(await recalled()).toEqual([]);
  await logIn("ada");
  expect(await recalled()).toEqual([key]);
});

test("an upload that was stored before people were told apart belongs to the first who sees it", async () => {
  const key = await begin();
  await logIn("ada");
  expect(await recalled()).toEqual([key]);
  await logIn("bob");
  expect(await recalled()).toEqual([]);
  await logIn("ada");
  expect(await recalled()).toEqual([key]);
});
