// Runs beside the pages of this site: shows notices of turns, and a page when there is no connection.
// @ts-nocheck: the types of service workers exclude those of pages, and one check cannot have both

const CACHE = "offline-1";
const OFFLINE = "/offline";

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

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
  else if (event.request.destination === "style") event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});

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
