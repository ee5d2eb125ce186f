import { afterEach, expect, test, vi } from "vitest";
import type { FoundText } from "#contract/video.ts";
import { makeVideo } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { FoundTexts } from "./found-texts.tsx";

afterEach(() => vi.restoreAllMocks());

async function open(found: FoundText[], songs: object[] = []) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL(input as string, location.href);
    return Response.json({ found: pathname === "/api/video/search" ? found : songs });
  });
  return show(<FoundTexts q="river" nothing={<p>Nothing at all</p>} />, { user: viewer });
}

test("what is found in descriptions and captions is shown with its words marked, and starts at its moment", async () => {
  const [written, spoken] = [makeVideo({ id: "a", title: "Harbour" }), makeVideo({ id: "b", title: "Night bus" })];
  const screen = await open([
    { video: written, where: "description", text: "The river and the <b>pier</b>", marks: [[4, 9]], at: null },
    {
      video: spoken,
      where: "captions",
      text: "Down the river, by the river",
      marks: [
        [9, 14],
        [23, 28],
      ],
      at: 3661.5,
    },
  ]);
  await expect.element(screen.getByRole("link", { name: /^Harbour/ })).toHaveAttribute("href", "/video/a");
  await expect.element(screen.getByRole("link", { name: /^Night bus/ })).toHaveAttribute("href", "/video/b?t=3661.5");
  await expect.element(screen.getByText("At 1:01:01:")).toBeVisible();
  expect(Array.from(document.querySelectorAll("mark"), ({ textContent }) => textContent)).toEqual(
    Array(3).fill("river"),
  );
  expect(screen.getByText("The river and the <b>pier</b>").query()).not.toBeNull();
  await expectAccessible();
});

test("without texts it says so only when there is no song either", async () => {
  const screen = await open([]);
  await expect.element(screen.getByText("Nothing at all")).toBeVisible();
});
