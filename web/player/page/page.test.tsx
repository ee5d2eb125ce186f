import { afterEach, expect, test, vi } from "vitest";
import { Link, Route, Routes } from "react-router";
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { noteHere, positionsQuery } from "#web/memory/positions.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, known, show } from "#web/testing/render.tsx";
import { videoQuery } from "#web/video-query.ts";
import { VideoPage } from "./page.tsx";

const preparing: Media = {
  hls: null,
  has_pictures: true,
  can_ask_for_sizes: false,
  width: null,
  height: null,
  audio: null,
  thumbnail: null,
  storyboard: null,
  captions: [],
  waveform: null,
  preparation: { state: "running", words: "Copying the recording", progress: 0.4 },
};
const video: Video = {
  id: "a",
  title: "An evening",
  description: "First line.\nSecond line.",
  add_date: "2025-03-01T00:00:00.000Z",
  time_missing: true,
  prevent_autodelete: false,
  duration: null,
  hidden: true,
  state: "preparing",
  thumbnail_url: null,
  dominant_color: null,
  peaks: null,
  created_at: "2025-03-01T20:00:00.000Z",
  changed_at: "2025-03-01T20:00:00.000Z",
  leaves_at: null,
  revision: 1,
  media: preparing,
};

afterEach(() => {
  vi.restoreAllMocks();
  askPositions = async () => undefined;
});

let asked: string[] = [];
let answered: Video | undefined;
let askPositions = async (): Promise<void> => undefined;

async function open(answer: { status?: number; video?: Video }, user = viewer, queries = known({ user })) {
  asked = [];
  answered = answer.video;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const path = input instanceof Request ? input.url : input.toString();
    asked.push(`${init?.method ?? "GET"} ${path}`);
    if (path.includes("/positions")) {
      await askPositions();
      return Response.json({ positions: [] });
    }
    if (path.includes("/favourites")) return Response.json({ videos: [], performances: [] });
    if (path.includes("/list")) return Response.json({ videos: [] });
    return answered
      ? Response.json({ video: answered })
      : Response.json(
          { detail: "There is no page at this address. Check the address.", code: "not-found" },
          { status: answer.status ?? 404 },
        );
  });
  return show(
    <>
      <Routes>
        <Route path="video/:id" element={<VideoPage />} />
        <Route path="404" element={<p>not found</p>} />
      </Routes>
      <Link to="/video/b">To the other one</Link>
    </>,
    { user, path: "/video/a" },
    queries,
  );
}

test("a recording that is being prepared shows its progress, title and date", async () => {
  const screen = await open({ video });
  await expect.element(screen.getByText("This recording is being prepared")).toBeVisible();
  await expect.element(screen.getByText(/Copying the recording…/)).toBeVisible();
  await expect.element(screen.getByRole("progressbar", { name: "Preparation" })).toHaveAttribute("value", "0.4");
  await expect.element(screen.getByRole("heading", { level: 1 })).toHaveTextContent("[HIDDEN] An evening");
  await expect.element(screen.getByText("March 1, 2025")).toBeVisible();
  expect(document.title).toBe("An evening · Night Sessions");
  await expectAccessible();
});

test("a recording that failed says so; only editors read why, and can try again", async () => {
  const preparation = { state: "failed", words: null, progress: 0, problem: "This recording is empty." } as const;
  const failed: Video = { ...video, state: "failed", media: { ...preparing, preparation } };
  const screen = await open({ video: failed }, { ...viewer, can_edit: true });
  await expect.element(screen.getByText("This recording could not be prepared")).toBeVisible();
  await expect.element(screen.getByText("This recording is empty.").first()).toBeVisible();
  answered = { ...video, title: "Tried again" };
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("This recording is being prepared")).toBeVisible();
  expect(asked).toContain("POST /api/video/v/a/prepare");
});

test("viewers cannot try a failed recording again", async () => {
  const preparation = { state: "failed", words: null, progress: 0 } as const;
  const screen = await open({ video: { ...video, state: "failed", media: { ...preparing, preparation } } });
  await expect.element(screen.getByText("The editors have been told about it.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Try again" })).not.toBeInTheDocument();
});

test("a recording that is deleted while it is being prepared leads to the not-found page", async () => {
  const screen = await open({ video });
  await expect.element(screen.getByText("This recording is being prepared")).toBeVisible();
  answered = undefined;
  await expect.element(screen.getByText("not found"), { timeout: 10_000 }).toBeVisible();
});

test("a recording that does not exist, or that this member may not see, leads to the not-found page", async () => {
  const screen = await open({ status: 404 });
  await expect.element(screen.getByText("not found")).toBeVisible();
});

/** Recordings and positions are cached, the positions for this long. */
function knowPositions(ageMs: number) {
  const queries = known({ user: viewer });
  for (const id of ["a", "b"]) queries.setQueryData(videoQuery(id).queryKey, { ...video, id });
  queries.setQueryData(positionsQuery.queryKey, [], { updatedAt: Date.now() - ageMs });
  return queries;
}

/** Whether the recording was shown a moment after the positions were requested, for each request. */
function watchWaiting(): boolean[] {
  const shown: boolean[] = [];
  askPositions = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    shown.push(document.body.textContent.includes("This recording is being prepared"));
  };
  return shown;
}

test("old positions are requested again and waited for: another device may be further", async () => {
  const shown = watchWaiting();
  const queries = knowPositions(60_000);
  const screen = await open({ video }, viewer, queries);
  await expect.poll(() => shown).toEqual([false]);
  await expect.element(screen.getByText("This recording is being prepared")).toBeVisible();
  // the same for the next recording
  queries.setQueryData(positionsQuery.queryKey, [], { updatedAt: Date.now() - 60_000 });
  await screen.getByRole("link", { name: "To the other one" }).click();
  await expect.poll(() => shown).toEqual([false, false]);
  await expect.element(screen.getByText("This recording is being prepared")).toBeVisible();
});

test("fresh positions are not waited for, and a missing answer only for a moment", async () => {
  const screen = await open({ video }, viewer, knowPositions(1000));
  expect(screen.getByText("This recording is being prepared").query()).not.toBeNull();
  expect(asked.filter((one) => one.includes("/positions"))).toEqual([]);
  await screen.unmount();
  askPositions = () => new Promise(() => undefined);
  const late = await open({ video }, viewer, knowPositions(60_000));
  await expect.element(late.getByText("This recording is being prepared")).toBeVisible();
});

test("a position saved while offline is sent when the connection is back", async () => {
  const screen = await open({ video });
  await expect.element(screen.getByText("This recording is being prepared")).toBeVisible();
  noteHere("left-offline", 50);
  dispatchEvent(new Event("offline"));
  dispatchEvent(new Event("online"));
  await expect.poll(() => asked).toContain("PUT /api/user/positions/left-offline");
});
