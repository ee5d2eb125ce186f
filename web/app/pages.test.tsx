import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { useNavigate } from "react-router";
import { closeMessages, makeVideo, standIn } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { Pages } from "./pages.tsx";

const editor = { ...viewer, can_edit: true };
/** Ids that no other test has: all of them share the storage of one browser, where positions are kept. */
const videos = [
  makeVideo({ id: "summer-of-pages", title: "Summer" }),
  makeVideo({ id: "winter-of-pages", title: "Winter" }),
];

afterEach(() => {
  closeMessages();
  vi.restoreAllMocks();
});

/** Opens a page with a Back button and a server that has two recordings. */
async function open(path: string, user = viewer) {
  await page.viewport(1280, 800);
  const { fetch } = standIn(videos);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, request) =>
    address === "/api/user/positions" ? Response.json({ positions: [] }) : fetch(address, request),
  );
  return show(
    <>
      <Pages />
      <BrowserBack />
    </>,
    { user, path },
  );
}

function BrowserBack() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      The browser’s Back
    </button>
  );
}

test("a path that does not exist leads to the not-found page", async () => {
  const screen = await show(<Pages />, { path: "/no/such/page" });
  await expect.element(screen.getByText("Oh no, this page was not found!")).toBeVisible();
  await expect.element(screen.getByRole("img", { name: /flat line/ })).toBeVisible();
  expect(document.title).toBe("Not found · Night Sessions");
  await expectAccessible();
});

test("the home page is titled Home and the archive's name", async () => {
  const screen = await show(<Pages />, { user: viewer });
  await expect.element(screen.getByRole("heading", { name: "Night Sessions" })).toBeVisible();
  expect(document.title).toBe("Home · Night Sessions");
  await expectAccessible();
});

test("a change of page moves the focus to it and is announced", async () => {
  const screen = await show(<Pages />, { user: viewer, path: "/404" });
  await screen.getByRole("link", { name: "Back to the archive" }).click();
  await expect.element(screen.getByRole("main")).toHaveFocus();
  await expect.element(screen.getByText("Home · Night Sessions")).toBeInTheDocument();
});

test("a recording that was withdrawn leaves a member with the songs and the newest recordings", async () => {
  const screen = await open("/video/withdrawn");
  await expect.element(screen.getByText("Oh no, this page was not found!")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "All songs" })).toHaveAttribute("href", "/songs");
  const newest = screen.getByRole("region", { name: "Newest recordings" });
  await expect.element(newest.getByRole("link", { name: "Summer", exact: true })).toBeVisible();
  await expectAccessible();
});

test("the video page is loaded on demand", async () => {
  const screen = await show(<Pages />, { user: viewer, path: "/video/7" });
  // There is no server behind this test: the page's own code says so.
  await expect.element(screen.getByRole("heading", { name: "The recording could not be loaded" })).toBeVisible();
  await expect.element(screen.getByRole("progressbar")).not.toBeInTheDocument();
  await expectAccessible();
});

test("people who may not edit get the not-found page for the studio", async () => {
  const screen = await show(<Pages />, { user: viewer, path: "/studio" });
  await expect.element(screen.getByText("Oh no, this page was not found!")).toBeVisible();
});

test("after a login that returned to a recording, Back to the archive opens the archive", async () => {
  const screen = await open("/?back=%2Fvideo%2Fsummer-of-pages");
  await expect.element(screen.getByRole("heading", { name: "Summer", level: 1 })).toBeVisible();
  await screen.getByRole("link", { name: "Back to the archive" }).click();
  await expect.element(screen.getByRole("heading", { name: "Night Sessions" })).toBeVisible();
});

test("Back to the archive opens the archive also from the next recording", async () => {
  const screen = await open("/video/summer-of-pages");
  await screen
    .getByRole("navigation", { name: "Up next" })
    .getByRole("link", { name: /Winter/ })
    .click();
  await expect.element(screen.getByRole("heading", { name: "Winter", level: 1 })).toBeVisible();
  await screen.getByRole("link", { name: "Back to the archive" }).click();
  await expect.element(screen.getByRole("heading", { name: "Night Sessions" })).toBeVisible();
});

test("a login problem is shown before the recording is opened", async () => {
  const screen = await open("/?problem=no-code&back=%2Fvideo%2Fsummer-of-pages");
  await expect.element(screen.getByText(/^Error occured while performing the log in: /)).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Summer", level: 1 })).toBeVisible();
});

test("a recording that was deleted on its page is not shown again by Back", async () => {
  const screen = await open("/", editor);
  await screen.getByRole("link", { name: "Summer", exact: true }).click();
  await expect.element(screen.getByRole("heading", { name: "Summer", level: 1 })).toBeVisible();
  await screen.getByRole("button", { name: "Edit", exact: true }).click();
  await screen.getByRole("button", { name: "Delete" }).click();
  await expect.element(screen.getByRole("heading", { name: "Night Sessions" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Winter", exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "The browser’s Back" }).click();
  await expect.element(screen.getByText("Oh no, this page was not found!")).toBeVisible();
});

test("a recording that was deleted in the list is not shown again by Back", async () => {
  const screen = await open("/video/summer-of-pages", editor);
  await expect.element(screen.getByRole("heading", { name: "Summer", level: 1 })).toBeVisible();
  await screen.getByRole("link", { name: "Back to the archive" }).click();
  await screen.getByRole("button", { name: "More for Summer" }).click();
  await screen.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(screen.getByText(/“Summer” is in the trash/)).toBeVisible();
  await screen.getByRole("button", { name: "The browser’s Back" }).click();
  await expect.element(screen.getByText("Oh no, this page was not found!")).toBeVisible();
});
