// Saves what was typed for an upload whose recording is already in the archive. Only what was typed is
// changed; what others changed in the meantime stays and is shown.
import type { Video } from "#contract/video.ts";
import { ApiProblem, call, sayProblem } from "#web/api.ts";
import { changeItem, type Details, detailsOf, findItem, listUnsaved, toSaid, withoutEmpty } from "./items.ts";
import { words } from "./words.ts";

/** Never throws: the row says what was not saved. */
export async function correctVideo(key: string): Promise<void> {
  try {
    if (!findItem(key)?.seen) await look(key);
    await send(key);
  } catch (problem) {
    await explain(key, problem);
  }
}

/** Loads the recording as it is now, and keeps of what was typed only what the archive does not have yet. */
async function look(key: string): Promise<void> {
  const id = findItem(key)?.video?.id;
  if (id === undefined) return;
  const { video } = await call("getVideo", { params: { id } });
  const item = findItem(key);
  if (!item) return;
  changeItem(key, {
    ...see(video),
    typed: withoutEmpty(listUnsaved(item)),
    acknowledged: { typed: {}, sha256: item.sha256 },
  });
}

async function send(key: string): Promise<void> {
  const item = findItem(key);
  if (!item?.seen) return;
  const { seen, typed, sha256 } = item;
  const said = toSaid({ guess: { ...detailsOf(item), title: seen.title }, typed: listUnsaved(item) });
  const next = {
    ...seen,
    ...(said.title !== undefined && { title: said.title }),
    ...readSaidDate(said.date),
    ...(said.description !== undefined && { description: said.description }),
    ...(said.level !== undefined && said.level !== (seen.level ?? null) && { level: said.level }),
  };
  const params = { id: seen.id };
  const isSame = compared.every((field) => next[field] === seen[field]);
  const saved = isSame ? seen : (await call("saveVideo", { params, body: { video: next } })).video;
  // if what follows is refused, the next try begins here
  changeItem(key, see(saved));
  const isShown = said.hidden === undefined || said.hidden === saved.hidden;
  const video = isShown ? saved : (await call("setHidden", { params, body: { hidden: said.hidden ?? false } })).video;
  if (said.set_list?.trim()) await saveSetList(seen.id, said.set_list);
  changeItem(key, { ...see(video), acknowledged: { typed, sha256 }, fault: null, wantsSignIn: false });
}

const compared = ["title", "add_date", "time_missing", "description", "level"] as const;

/** In place of the one that it has. */
async function saveSetList(id: string, text: string): Promise<void> {
  const { entries } = await call("readSetList", { params: { id }, body: { text } });
  if (entries.length === 0) throw new Error(words.fields.noSetList);
  const { revision } = (await call("getSetList", { params: { id } })).set_list;
  await call("saveSetList", { params: { id }, body: { set_list: { revision, entries } } });
}

async function explain(key: string, problem: unknown): Promise<void> {
  const item = findItem(key);
  if (!item || Object.keys(withoutEmpty(listUnsaved(item))).length === 0) return;
  const code = problem instanceof ApiProblem ? problem.code : undefined;
  if (code === "not-found") {
    const { typed, sha256 } = item;
    changeItem(key, { acknowledged: { typed, sha256 }, fault: words.fields.isGone });
    return;
  }
  // somebody else changed it first: their change is shown before the next try
  if (code === "conflict") await look(key).catch(() => undefined);
  const sentence = sayProblem(problem);
  changeItem(key, {
    fault: code === "bad-input" ? sentence : words.fields.notSaved(sentence),
    wantsSignIn: code === "sign-in-again" || code === "not-signed-in",
  });
}

function see(video: Video) {
  const { id, title } = video;
  return { seen: video, guess: detailsOfVideo(video), video: { id, title, inTrash: false } };
}

/** As the archive has it: it may have read more from the file than its name says. */
function detailsOfVideo({ description, level = null, hidden, ...video }: Video): Omit<Details, "setList"> {
  return { ...datedOf(video), description, level, isDraft: hidden };
}

function datedOf({ title, add_date, time_missing, only_known }: Omit<Video, "description" | "level" | "hidden">) {
  if (only_known) return { title, day: "", time: "" };
  if (time_missing) return { title, day: add_date.slice(0, 10), time: "" };
  const date = new Date(add_date);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return { title, day: local.slice(0, 10), time: local.slice(11, 16) };
}

function readSaidDate(date: string | undefined) {
  if (date === undefined || date === "") return {};
  return { add_date: new Date(date).toISOString(), time_missing: date.length === 10 };
}
