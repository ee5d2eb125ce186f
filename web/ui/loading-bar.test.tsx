import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { LoadingBar } from "#web/app/frame/shell.tsx";

test("the bar is shown while a page loads, fills up, and disappears", async () => {
  const screen = await render(<LoadingBar isLoading={false} />);
  const bar = screen.getByRole("progressbar", { name: "Loading page" });
  expect(bar.query()).toBeNull();
  await screen.rerender(<LoadingBar isLoading />);
  await expect.element(bar).toHaveAttribute("data-phase", "loading");
  await screen.rerender(<LoadingBar isLoading={false} />);
  await expect.element(bar).toHaveAttribute("data-phase", "done");
  await expect.element(bar).not.toBeInTheDocument();
});
