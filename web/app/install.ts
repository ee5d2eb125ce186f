// Installs the service worker, for members only: the page then starts without a connection, too.
import { patientStorage } from "#web/memory/persisted.ts";
import { savedEntry } from "#web/memory/person.ts";

const worker = "/sw.js";

export async function installWorker({ withSaved = patientStorage.getItem(savedEntry) !== null } = {}): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(worker);
  // what is needed when nothing can be loaded any more: the page for "no connection", saved recordings, and the library
  await import("#web/member/offline/offline.tsx");
  if (withSaved) {
    const pages = [import("./on-demand/rare-pages.tsx"), import("./on-demand/saved-pages.tsx")];
    // and what can be done with a recording there
    const acts = [import("#web/lists/entry-menu.tsx"), import("#web/lists/add-dialog.tsx")];
    await Promise.all([...pages, ...acts, import("#web/saved/last-seen.ts")]);
  }
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  // what the page loaded before the worker was there
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  active?.postMessage({ loaded });
}
