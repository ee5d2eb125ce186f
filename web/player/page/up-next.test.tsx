import { expect, test } from "vitest";
import { makeVideo } from "#web/testing/library-stand-in.ts";
import { show } from "#web/testing/render.tsx";
import { UpNext } from "./page.tsx";

test("lengths are written as times", async () => {
  const videos = [
    makeVideo({ id: "a", title: "Opening" }),
    makeVideo({ id: "b", title: "Interlude", duration: 24.4 }),
    makeVideo({ id: "c", title: "Long drift", duration: 3723 }),
    makeVideo({ id: "d", title: "Just added", duration: null }),
  ];
  const screen = await show(<UpNext videos={videos} current={0} depth={1} />);
  for (const [title, duration] of [
    ["Interlude", "0:24"],
    ["Long drift", "1:02:03"],
    ["Just added", "n/a"],
  ])
    await expect.element(screen.getByRole("link", { name: new RegExp(`^${duration} ?${title}$`) })).toBeVisible();
});
