import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ErrorBoundary } from "./error-boundary.tsx";

test("a page that fails to render is replaced by a message and a button to reload", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const screen = await render(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  await expect.element(screen.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});

function Broken(): never {
  throw new Error("broken on purpose");
}
