import { chromium as bin } from "#scripts/chromium.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { chromium } from "@playwright/test";
const url = "http://localhost:8620";
const out = "/tmp/w/shots/music";
import { mkdirSync } from "node:fs";
mkdirSync(out, { recursive: true });
const which = process.argv[2] ?? "list";
const sizes = (process.argv[3] ?? "1440,390").split(",").map(Number);
const scheme = (process.argv[4] ?? "dark") as "dark" | "light";
const who = process.argv[5] ?? "patron-gold";
const m = createBrowser(url);
await m.signIn(who);
const b = await chromium.launch({ executablePath: bin(), args: ["--no-sandbox"] });
const ask = async (c: string) => (await m.ask<any>(c)).body;
const lists = (await ask("GET /api/lists")).lists;
const own = lists.find((l: any) => l.title === "Winter walk");
const songs = (await ask("GET /api/songs")).songs;
const salt = songs.find((s: any) => s.title === "Salt") ?? songs[0];
const cols = (await ask("GET /api/collections")).collections;
const vids = (await ask("GET /api/video/list")).videos;
const paths: Record<string, string> = {
  list: `/list/${own?.id}`,
  song: `/song/${salt?.id}`,
  songs: "/songs",
  lists: "/lists",
  fav: "/list/favourites",
  col: `/collection/${cols[0]?.id}`,
  video: `/video/${vids[1].id}`,
  cols: "/collections",
  home: "/",
};
for (const w of sizes) {
  const ctx = await b.newContext({
    viewport: { width: w, height: w < 700 ? 844 : 900 },
    colorScheme: scheme,
    hasTouch: w < 700,
    isMobile: w < 700,
    baseURL: url,
  });
  await ctx.addCookies([...m.cookies].map(([name, value]) => ({ name, value, url })));
  const p = await ctx.newPage();
  p.on("pageerror", (e) => console.log("ERR", String(e)));
  p.on("console", (c) => c.type() === "error" && console.log("CONSOLE", c.text()));
  for (const name of which.split(",")) {
    const [what, act] = name.split("+");
    await p.goto(paths[what!]!);
    await p.waitForLoadState("networkidle").catch(() => {});
    await p.waitForTimeout(800);
    if (act === "play") {
      await p
        .getByRole("button", { name: /^Play from/ })
        .nth(2)
        .click();
      await p.waitForTimeout(4000);
      await p.goBack();
      await p.waitForTimeout(1500);
    }
    if (act === "menu") {
      await p
        .getByRole("button", { name: /^More for/ })
        .nth(2)
        .click();
      await p.waitForTimeout(900);
    }
    if (act === "pagemenu") {
      await p
        .getByRole("button", { name: /^More for/ })
        .nth(0)
        .click();
      await p.waitForTimeout(900);
    }
    if (act === "full") await p.screenshot({ path: `${out}/${name}-${w}-${scheme}.png`, fullPage: true });
    else await p.screenshot({ path: `${out}/${name}-${w}-${scheme}.png` });
  }
  await ctx.close();
}
await b.close();
