// Installs the service worker, for members only: the page then starts without a connection, too.
const worker = "/sw.js";

export async function installWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(worker);
  // the page for "no connection" is needed when nothing can be loaded any more
  await import("#web/member/offline/offline.tsx");
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  // what the page loaded before the worker was there
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  active?.postMessage({ loaded });
}
