// The page behind the link in a mail. It works without a login and without scripts.
import { escape } from "#server/notices/channels/mail-text.ts";

interface StopPage {
  name: string;
  /** Of its styles. */
  nonce: string;
  title: string;
  text: string;
  button?: string;
}

export function writeStopPage({ name, nonce, title, text, button }: StopPage): string {
  const form = button === undefined ? "" : `<form method="post"><button>${escape(button)}</button></form>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)} - ${escape(name)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 15vh auto 0; padding: 0 1rem; }
h1 { font-size: 1.5rem; }
button { font: inherit; font-weight: 600; padding: 0.6rem 1.2rem; border-radius: 8px; border: 0; background: #9a3412; color: #fff; cursor: pointer; }
button:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
</style>
</head>
<body><main><h1>${escape(title)}</h1><p>${escape(text)}</p>${form}</main></body>
</html>
`;
}
