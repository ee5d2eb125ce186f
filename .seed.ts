import { createBrowser } from "#server/testing/browser.ts";
const url = "http://localhost:8620";
const e = createBrowser(url);
await e.signIn("patron-editor");
const list = (await e.ask<any>("GET /api/video/list")).body.videos;
console.log(list.map((v: any) => [v.title, v.duration, v.state, v.thumbnail_url?.slice(0, 30)].join(" | ")).join("\n"));
const names = [
  "Salt",
  "Kingfisher",
  "Blue Hour",
  "Paper Boats",
  "Lighthouse Keeper",
  "Small Rooms",
  "Feather",
  "Nightbus 42",
];
let n = 0;
for (const v of list) {
  const got = (await e.ask<any>(`GET /api/video/v/${v.id}/set-list`)).body.set_list;
  if (got.entries.length === 0 && v.duration > 8) {
    const parts = Math.min(5, Math.floor(v.duration / 3));
    const blank = { id: null, part: null, talk: null, guest: null, note: null, segue: false, debut: false };
    const entries = Array.from({ length: parts }, (_, i) => ({
      ...blank,
      start: Math.floor((i * v.duration) / parts),
      end: null,
      part: i === 0 ? "Set 1" : i === 4 ? "Encore" : "Set 1",
      ...(i === 2 ? { guest: "Anna", segue: true } : {}),
      songs: [
        { id: null, title: names[(n + i) % names.length], is_cover: i === 1, artist: i === 1 ? "The Sailors" : null },
      ],
    }));
    const r = await e.ask<any>(`PUT /api/video/v/${v.id}/set-list`, { set_list: { revision: got.revision, entries } });
    console.log(v.title, r.status, r.status === 200 ? "" : JSON.stringify(r.body));
  } else console.log(v.title, "has", got.entries.length);
  n += 2;
}
const m = createBrowser(url);
await m.signIn("patron-gold");
const lists = (await m.ask<any>("GET /api/lists")).body.lists;
console.log(JSON.stringify(lists).slice(0, 600));
if (!lists.some((l: any) => l.title === "Winter walk")) {
  const keys: any[] = [];
  for (const v of list.slice(0, 6)) {
    const s = (await m.ask<any>(`GET /api/video/v/${v.id}/set-list`)).body.set_list?.entries ?? [];
    for (const one of s.slice(0, 2)) keys.push({ video_id: v.id, performance_id: one.id });
  }
  keys.push({ video_id: list[1].id, performance_id: null });
  console.log((await m.ask<any>("POST /api/lists", { title: "Winter walk", entries: keys })).status);
  console.log((await m.ask<any>("POST /api/lists", { title: "Loud ones", entries: keys.slice(3, 6) })).status);
}
const c = (await e.ask<any>("GET /api/collections")).body.collections;
if (c.length === 0)
  await e.ask("POST /api/collections", { title: "2024 tour", videos: list.slice(0, 5).map((v: any) => v.id) });
