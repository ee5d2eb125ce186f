import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Video } from "#contract/video.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { SignInAgainContext } from "#web/studio/sign-in-again.ts";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { guessDetails, hasUnsaved, typeForAll } from "./details.ts";
import { findItem, makeItem, toSaid, type UploadItem, useUploads } from "./items.ts";
import { recallOnce } from "#web/studio/upload/sending/line.ts";
import { forgetUpload, rememberUpload } from "#web/studio/upload/sending/memory.ts";
import { UploadRow } from "./row.tsx";
import { runUpload, settle } from "#web/studio/upload/sending/run.ts";

const facts = { name: "[2024-05-01] Evening.mkv", size: 1000, lastModified: 1 };
const guess = { title: "Evening", day: "2024-05-01", time: "" };
const begin = vi.fn<() => void>();

const arrived: Video = {
  id: "abc",
  title: "Evening",
  description: "",
  add_date: "2024-05-01T00:00:00.000Z",
  time_missing: true,
  prevent_autodelete: false,
  duration: null,
  hidden: false,
  state: "preparing",
  thumbnail_url: null,
  dominant_color: null,
  peaks: null,
  created_at: "2026-01-02T20:00:00.000Z",
  changed_at: "2026-01-02T20:00:00.000Z",
  leaves_at: null,
  revision: 3,
};

beforeEach(() => page.viewport(1280, 800));
afterEach(async () => {
  vi.restoreAllMocks();
  begin.mockClear();
  for (const { key } of useUploads.getState().items) await forgetUpload(key);
  useUploads.setState({ items: [], announcement: "", shared: {} });
});

function Rows() {
  const { items } = useUploads();
  return (
    <SignInAgainContext value={{ begin, isPending: false }}>
      <ul>
        {items.map((item) => (
          <UploadRow key={item.key} item={item} />
        ))}
      </ul>
    </SignInAgainContext>
  );
}

/** An archive with one recording. */
function makeServer() {
  const archive = { video: arrived };
  const server = standIn({
    findUploaded: { video: null },
    getVideo: () => ({ video: archive.video }),
    saveVideo: ({ body }) => {
      archive.video = { ...(body as { video: Video }).video, revision: archive.video.revision + 1 };
      return { video: archive.video, change: "c1" };
    },
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const saved = () => server.asked.filter(({ name }) => name === "saveVideo").map(({ body }) => body);
  return { server, archive, saved };
}

async function showRow(given: Partial<UploadItem>) {
  const item = makeItem(facts, { guess, ...given });
  useUploads.setState({ items: [item] });
  return { screen: await show(<Rows />), key: item.key };
}

/** An upload whose last byte has just been sent. */
async function showArrived(given: Partial<UploadItem> = {}) {
  const shown = await showRow({ phase: "checking", sent: facts.size, address: "/api/upload/u", ...given });
  await settle(shown.key, "abc");
  return shown;
}

test("a login that is too old stops an upload with the server's sentence and a button to log in again", async () => {
  const { server } = makeServer();
  const detail = "Your last login was a while ago.";
  server.refused.findUploaded = { status: 401, code: "sign-in-again", detail };
  const { screen, key } = await showRow({ file: new File(["x"], facts.name), sha256: "0".repeat(64) });
  await runUpload(key, new AbortController().signal);
  await expect.element(screen.getByText(detail)).toBeVisible();
  await screen.getByRole("button", { name: "Log in again" }).click();
  expect(begin).toHaveBeenCalledOnce();
});

test("the recording gets the title that the field shows, whatever the server finds in the file", async () => {
  const { server } = makeServer();
  server.replies.guessDescriptions = {
    guesses: [{ title: "Evening in May", add_date: "2024-05-01T00:00:00.000Z", time_missing: true }],
  };
  const { screen, key } = await showRow({});
  await guessDetails(useUploads.getState().items);
  await expect.element(screen.getByLabelText("Title")).toHaveValue("Evening in May");
  expect(toSaid(findItem(key) as UploadItem)).toEqual({ title: "Evening in May" });
});

test("details that were saved during the upload are not sent again, and what others changed since stays", async () => {
  const { archive, saved } = makeServer();
  const typed = { title: "Night" };
  archive.video = { ...arrived, title: "Corrected by Grace", revision: 4 };
  const { screen } = await showArrived({ typed, acknowledged: { typed, sha256: null } });
  await expect.element(screen.getByLabelText("Title")).toHaveValue("Corrected by Grace");
  await screen.getByLabelText("Date").fill("2024-05-02");
  await expect
    .poll(saved)
    .toEqual([
      { video: { ...arrived, title: "Corrected by Grace", add_date: "2024-05-02T00:00:00.000Z", revision: 4 } },
    ]);
});

test("what was typed at the very end is saved to the recording", async () => {
  const { saved } = makeServer();
  await showArrived({ typed: { title: "Night" } });
  expect(saved()).toEqual([{ video: { ...arrived, title: "Night" } }]);
});

test("when somebody else has changed the recording, their change is shown, and what was typed is kept", async () => {
  const { server, archive, saved } = makeServer();
  const { screen } = await showArrived();
  archive.video = { ...arrived, title: "Night", add_date: "2020-01-01T00:00:00.000Z", revision: 9 };
  server.refused.saveVideo = { status: 409, code: "conflict", detail: "Somebody else has changed this recording." };
  await screen.getByLabelText("Title").fill("Evening in May");
  await expect.element(screen.getByText("Not saved yet: Somebody else has changed this recording.")).toBeVisible();
  await expect.element(screen.getByLabelText("Date")).toHaveValue("2020-01-01");
  await expect.element(screen.getByLabelText("Title")).toHaveValue("Evening in May");
  server.refused = {};
  await screen.getByLabelText("Title").fill("Evening in June");
  await expect
    .poll(() => saved().at(-1))
    .toEqual({ video: { ...archive.video, title: "Evening in June", revision: 9 } });
});

test("Removing a row right after typing saves first, and the row stays when that is refused", async () => {
  const { server, saved } = makeServer();
  const { screen, key } = await showArrived();
  server.refused.saveVideo = { status: 503, code: "busy", detail: "The archive is busy." };
  await screen.getByLabelText("Title").fill("Night");
  expect(hasUnsaved()).toBe(true);
  await screen.getByRole("button", { name: /^Remove from this list/ }).click();
  await expect.element(screen.getByText("Not saved yet: The archive is busy.")).toBeVisible();
  expect(findItem(key)?.typed).toEqual({ title: "Night" });
  // no timer runs any more, but it is still unsaved
  expect(hasUnsaved()).toBe(true);
  server.refused = {};
  await screen.getByRole("button", { name: /^Remove from this list/ }).click();
  await expect.element(screen.getByRole("listitem")).not.toBeInTheDocument();
  expect(saved().at(-1)).toEqual({ video: { ...arrived, title: "Night" } });
  expect(hasUnsaved()).toBe(false);
});

test("a row whose recording was deleted can be cleared", async () => {
  const { server } = makeServer();
  const { screen } = await showArrived();
  server.refused.saveVideo = { status: 404, code: "not-found", detail: "There is no such recording." };
  await screen.getByLabelText("Title").fill("Night");
  await expect.element(screen.getByText("This recording is no longer in the archive.")).toBeVisible();
  await screen.getByRole("button", { name: /^Remove from this list/ }).click();
  await expect.element(screen.getByRole("listitem")).not.toBeInTheDocument();
});

test("a date that is removed from the form is removed on the server", async () => {
  const { server } = makeServer();
  const { screen } = await showRow({ phase: "sending", sent: 5, address: "/api/upload/u" });
  await screen.getByLabelText("Date").fill("2024-05-02");
  const said = () => server.asked.filter(({ name }) => name === "describeUpload").map(({ body }) => body);
  await expect.poll(said).toEqual([{ date: "2024-05-02" }]);
  await screen.getByLabelText("Date").fill("");
  await expect.poll(said).toEqual([{ date: "2024-05-02" }, { date: "" }]);
});

test("for an added recording an empty date or title is not sent: the row shows the saved values again", async () => {
  const { saved } = makeServer();
  const { screen } = await showArrived({ typed: { day: "" } });
  await expect.element(screen.getByLabelText("Date")).toHaveValue("2024-05-01");
  await screen.getByLabelText("Date").fill("");
  await screen.getByLabelText("Title").fill("");
  screen.getByRole("link", { name: /^Open/ }).element().focus();
  await expect.element(screen.getByLabelText("Date")).toHaveValue("2024-05-01");
  await expect.element(screen.getByLabelText("Title")).toHaveValue("Evening");
  await screen.getByRole("button", { name: /^Remove from this list/ }).click();
  await expect.element(screen.getByRole("listitem")).not.toBeInTheDocument();
  expect(saved()).toEqual([]);
});

test("a file that was added while the page was closed is shown as it is in the archive, also in the trash", async () => {
  const { server, archive, saved } = makeServer();
  archive.video = { ...arrived, title: "Corrected by Grace" };
  const [there, trashed] = ["1".repeat(64), "2".repeat(64)];
  server.replies.findUploaded = ({ query }) => ({
    video:
      query.get("sha256") === there
        ? { id: "abc", title: "Corrected by Grace", in_trash: false }
        : { id: "d", title: "Morning", in_trash: true },
  });
  const given = { guess, typed: { title: "Night" }, address: "/api/upload/u" };
  await rememberUpload(makeItem(facts, { ...given, sha256: there }));
  await rememberUpload(makeItem({ ...facts, name: "Morning.mkv" }, { ...given, sha256: trashed }));
  const screen = await show(<Rows />);
  await recallOnce();
  await expect.element(screen.getByLabelText("Title")).toHaveValue("Corrected by Grace");
  await expect.element(screen.getByRole("button", { name: "Restore Morning" })).toBeVisible();
  expect(saved()).toEqual([]);
});

test("description, level, draft and set list are said of an upload under way", async () => {
  const { server } = makeServer();
  const { screen } = await showRow({ phase: "sending", sent: 5, address: "/api/upload/u" });
  await screen.getByRole("combobox", { name: "Who sees it" }).selectOptions("Draft, only editors");
  await screen.getByText("Description and set list").click();
  await screen.getByRole("textbox", { name: "Description" }).fill("With strings");
  await screen.getByRole("textbox", { name: "Set list" }).fill("0:00 One");
  const said = () => server.asked.findLast(({ name }) => name === "describeUpload")?.body;
  await expect.poll(said).toEqual({ hidden: true, description: "With strings", set_list: "0:00 One" });
  await expectAccessible();
});

test("what came too late for the upload is saved to the recording, the set list too", async () => {
  const { server, archive, saved } = makeServer();
  const entry = {
    ...{ id: null, part: null, start: 0, end: null, talk: null, guest: null },
    ...{ note: null, segue: false },
  };
  const entries = [{ ...entry, debut: false, songs: [{ id: null, title: "One", is_cover: false, artist: null }] }];
  server.replies.readSetList = { text: "0:00 One", entries, doubts: [], similar: [] };
  server.replies.getSetList = { set_list: { revision: 2, entries: [] } };
  server.replies.saveSetList = { set_list: { revision: 3, entries }, change: "c2" };
  server.replies.setHidden = () => ({ video: { ...archive.video, hidden: true }, change: "c3" });
  const { screen } = await showArrived({ typed: { description: "With strings", isDraft: true, setList: "0:00 One" } });
  expect(saved()).toEqual([{ video: { ...arrived, description: "With strings" } }]);
  const bodies = Object.fromEntries(server.asked.map(({ name, body }) => [name, body]));
  expect(bodies).toMatchObject({ setHidden: { hidden: true }, saveSetList: { set_list: { revision: 2, entries } } });
  await expect.element(screen.getByRole("combobox", { name: "Who sees it" })).toHaveValue("draft");
});

test("what is said for all is written into each upload, and into the next ones", async () => {
  const { server } = makeServer();
  const { screen } = await showRow({ phase: "sending", sent: 5, address: "/api/upload/u" });
  typeForAll({ isDraft: true, day: "2024-06-01", time: "" });
  await expect.element(screen.getByRole("combobox", { name: "Who sees it" })).toHaveValue("draft");
  await expect.element(screen.getByLabelText("Date")).toHaveValue("2024-06-01");
  const said = () => server.asked.findLast(({ name }) => name === "describeUpload")?.body;
  await expect.poll(said).toEqual({ hidden: true, date: "2024-06-01" });
  expect(useUploads.getState().shared).toEqual({ isDraft: true, day: "2024-06-01", time: "" });
});
