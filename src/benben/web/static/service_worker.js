// Runs beside the pages of this site: shows notices of turns. Without a connection it shows the pages that asked to be
// kept (score pads and their rules), and of all others a page that says so.
// @ts-nocheck: the types of service workers exclude those of pages, and one check cannot have both

const CACHE = "offline-1";
const OFFLINE = "/offline";
const KEPT = "kept-1"; // pages that asked for it, with their scripts and styles

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      const page = await fetch(OFFLINE, { cache: "reload" });
      const styles = [...(await page.clone().text()).matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((found) => found[1]);
      await cache.put(OFFLINE, page);
      await cache.addAll(styles);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

let isAway = false; // the last page could not be fetched

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(visit(request));
  // With a connection the browser fetches scripts and styles itself: sooner, and whatever happens to this worker.
  else if ((isAway || !navigator.onLine) && new URL(request.url).pathname.startsWith("/static/"))
    event.respondWith(fromCache(request).then((kept) => kept ?? fetch(request)));
});

/** The page; without a connection, what is kept of it. */
async function visit(request) {
  try {
    const page = await fetch(request);
    isAway = false;
    return page;
  } catch {
    isAway = true;
    return (await fromCache(request)) ?? caches.match(OFFLINE);
  }
}

/** What is kept for a request. If the browser cannot read its store, nothing is: the page is fetched as ever. */
async function fromCache(request) {
  return caches.match(request).catch(() => undefined);
}

self.addEventListener("message", (event) => {
  if (event.data.keep) event.waitUntil(keep(event.data.keep));
});

/** Keep these pages, and those kept before, as they are now: after an update of the site its old scripts are gone. */
async function keep(pages) {
  const cache = await caches.open(KEPT);
  const before = (await cache.keys()).map((request) => new URL(request.url).pathname);
  const assets = new Set();
  for (const page of new Set([...pages, ...before.filter((path) => !path.startsWith("/static/"))])) {
    const answer = await fetch(page);
    if (!answer.ok) continue;
    for (const [, path] of (await answer.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)) assets.add(path);
    await cache.put(page, answer);
  }
  await cache.addAll([...assets].filter((path) => !before.includes(path)));
  for (const path of before) if (path.startsWith("/static/") && !assets.has(path)) await cache.delete(path);
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window" });
      const isWatched = pages.some((page) => page.focused && new URL(page.url).pathname === url);
      if (!isWatched) await self.registration.showNotification(title, { body, tag, renotify: true, data: { url } });
    })(),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window" });
      const open = pages.find((page) => new URL(page.url).pathname === url);
      await (open ? open.focus() : self.clients.openWindow(url));
    })(),
  );
});
