// The service worker: the page starts without a connection. It keeps only what is the same for everybody: index.html and the
// files it names. It never answers for /api/, so it can show nobody what another member may see. It also shows push notices.
const shell = "shell-1";
const mostFiles = 300;

addEventListener("install", (event) => {
  // where the browser can: these requests do not even wake the worker, and media is not slowed down
  event.addRoutes?.({ condition: { urlPattern: "/api/*" }, source: "network" });
  event.waitUntil(keepShell().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  // the page is asked for while the worker starts
  event.waitUntil(registration.navigationPreload?.enable());
  event.waitUntil(dropOthers().then(() => clients.claim()));
});

addEventListener("message", ({ data }) => {
  if (Array.isArray(data?.loaded)) void keepFiles(data.loaded);
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  // the page of a shared moment may name its recording
  if (pathname.startsWith("/moment/")) return;
  if (request.headers.has("range")) return;
  if (request.mode === "navigate") event.respondWith(openPage(event));
  else if (pathname.startsWith("/assets/")) event.respondWith(openAsset(request));
  else event.respondWith(fetch(request).catch(() => findKept(request)));
});

addEventListener("push", (event) => {
  const { title, text, path, tag } = event.data.json();
  // a notice that arrives twice replaces itself, without a second sound
  event.waitUntil(
    registration.showNotification(title, { body: text, tag, renotify: false, icon: "/icon-192.png", data: { path } }),
  );
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow(new URL(event.notification.data.path, location.origin).href));
});

/** From the server if it answers; the newest page is kept for the next time without a connection. */
async function openPage(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (answer.ok && isPage(answer)) event.waitUntil(keepShell(answer.clone()).catch(() => undefined));
    return answer;
  } catch {
    return findKept("/");
  }
}

function isPage(answer) {
  return !answer.redirected && (answer.headers.get("content-type") ?? "").startsWith("text/html");
}

/** Names of assets change with their content. */
async function openAsset(request) {
  const cache = await caches.open(shell);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // where there is no room left, the page works, but only with a connection
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

async function findKept(request) {
  const cache = await caches.open(shell);
  return (await cache.match(request)) ?? Response.error();
}

/** The files first, then the page that names them: what is kept can always be started. */
async function keepShell(answer) {
  const page = answer ?? (await fetch("/", { cache: "no-store" }));
  if (!page.ok || !isPage(page)) return;
  const html = await page.clone().text();
  const named = [...html.matchAll(/(?:src|href|data-logo)="(\/(?!api\/)[^"]*\.\w+)"/g)].map(([, address]) => address);
  await keepFiles(named);
  const cache = await caches.open(shell);
  await cache.put("/", page);
  await dropOldest(cache);
}

async function keepFiles(addresses) {
  const cache = await caches.open(shell);
  for (const address of addresses) {
    const { origin, pathname } = new URL(address, location.origin);
    if (origin !== location.origin || pathname.startsWith("/api/")) continue;
    // what is not named by its content is brought anew
    if (pathname.startsWith("/assets/") && (await cache.match(pathname))) continue;
    await cache.add(pathname);
  }
}

async function dropOldest(cache) {
  const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  for (const file of files.slice(0, Math.max(0, files.length - mostFiles))) await cache.delete(file);
}

async function dropOthers() {
  for (const name of await caches.keys()) if (name.startsWith("shell-") && name !== shell) await caches.delete(name);
}
