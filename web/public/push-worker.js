// Shows push notices, and opens the archive when one is clicked. It fetches nothing and stores nothing.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => {
  const { title, text, path, tag } = event.data.json();
  // a notice that arrives twice replaces itself, without a second sound
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag, renotify: false, icon: "/mark.svg", data: { path } }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(new URL(event.notification.data.path, self.location.origin).href));
});
