// The page that asks "who are you?": a banner that says it is a stand-in, one button per persona, and Deny.
// A plain form without script; every parameter of the request travels along as a hidden field.
import { words } from "#emulator/words.ts";

type Persona = { id: string; name?: string; displayName?: string; about: string };

type Page = {
  provider: "Patreon" | "Twitch";
  personas: Persona[];
  scopes: string[];
  path: string;
  query: URLSearchParams;
};

export function renderAuthorizePage(page: Page): string {
  const hidden = [...page.query]
    .filter(([name]) => name !== "persona" && name !== "deny")
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join("");
  const buttons = page.personas.map(renderPersona).join("\n");
  return renderShell(
    page.provider,
    `<h1>${words.heading}</h1>
<p class="dim">${words.scopes(escape(page.scopes.join(", ")) || words.noScopes)}</p>
<form method="get" action="${escape(page.path)}">${hidden}
<ul>
${buttons}
</ul>
<p class="end"><button class="deny" type="submit" name="deny" value="1">${words.deny}</button></p>
</form>`,
  );
}

export function renderRefusalPage(provider: Page["provider"], message: string): string {
  return renderShell(provider, `<h1>${words.badRequest}</h1><p>${escape(message)}.</p>`);
}

function renderPersona({ id, name, displayName, about }: Persona): string {
  return `<li><button type="submit" name="persona" value="${escape(id)}"><img src="/avatars/${escape(id)}.png" alt="" width="40" height="40"><span><b>${escape(id)}</b> <span class="about">${escape(about)}</span> <span class="name">${escape(name ?? displayName ?? "")}</span></span></button></li>`;
}

function renderShell(provider: Page["provider"], main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${words.title(provider)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header role="banner"><strong>${words.banner(provider)}</strong> ${words.bannerMore}</header>
<main>
${main}
</main>
</body>
</html>`;
}

const style = `
:root{--back:#fbfaf8;--raised:#fff;--line:#e6e2dc;--text:#1d1a22;--dim:#6a6472;--lamp:#8f5200}
@media (prefers-color-scheme:dark){:root{--back:#0e0d10;--raised:#17151a;--line:#2a2730;--text:#f1eef5;--dim:#a39dad;--lamp:#ffb454}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
header{padding:12px 16px;border-bottom:1px solid var(--line);border-top:4px solid var(--lamp);background:var(--raised);font-size:14px;text-align:center}
header strong{color:var(--lamp)}
main{max-width:1080px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:28px;line-height:1.15;margin:0 0 4px}
.dim,.about{color:var(--dim)}
.dim{margin:0 0 20px;font-size:14px;overflow-wrap:anywhere}
ul{list-style:none;margin:0;padding:0;display:grid;gap:8px;grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr))}
li{display:flex}
button{font:inherit;color:inherit;background:var(--raised);border:1px solid var(--line);border-radius:8px;cursor:pointer;min-height:44px}
li button{flex:1;display:flex;gap:12px;align-items:center;text-align:left;padding:10px 12px;min-width:0}
li button>span{min-width:0;overflow-wrap:anywhere}
b,.about,.name{display:block}
.about{font-size:14px}
.name{font-size:12px;color:var(--dim)}
img{border-radius:50%;flex:none}
button:hover{border-color:var(--lamp)}
button:focus-visible{outline:3px solid var(--lamp);outline-offset:2px}
.end{margin:24px 0 0}
.deny{padding:8px 24px}
`;

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
