// /api/user/notices: what a member wants to be told. And the link in a mail that ends the mails, also without a login.
import type { FastifyInstance } from "fastify";
import { describeChoice, saveChoice, stopMails } from "#server/notices/choices.ts";
import { saveDevice } from "#server/notices/devices.ts";
import { words } from "#server/notices/words.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/request/guard.ts";
import { allowPage } from "#server/http/request/headers.ts";
import { answer } from "#server/http/request/route.ts";
import { escape } from "#server/notices/channels/mail-text.ts";

export function choiceRoutes(app: FastifyInstance, parts: Parts): void {
  answer(app, "getNoticeChoice", { who: "member", limit: "reads" }, async (request) =>
    describeChoice(parts, requireCurrent(request).member.id),
  );

  answer(app, "saveNoticeChoice", { who: "member", limit: "writes" }, async (request) => {
    const { id } = requireCurrent(request).member;
    await saveChoice(parts, id, request.body);
    return describeChoice(parts, id);
  });

  answer(app, "savePushDevice", { who: "member", limit: "writes" }, async (request) => {
    const { id } = requireCurrent(request).member;
    await saveDevice(parts, id, request.body);
    return describeChoice(parts, id);
  });

  app.register(async (scope) => {
    // mail programs send a form, and its words do not matter
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 4096 }, (_request, body, done) => done(null, body));

    // programs that check mails follow every link, so looking at the page ends nothing
    answer(scope, "showStopMails", { who: "anyone", limit: "reads" }, async (_request, reply) => {
      const nonce = allowPage(reply, parts.config);
      const { name } = parts.config;
      const button = words.stopButton;
      return reply.send(writeStopPage({ name, nonce, title: words.stopTitle, text: words.stopText(name), button }));
    });

    answer(scope, "stopMails", { who: "anyone", limit: "writes" }, async (request, reply) => {
      const isKnown = await stopMails(parts.db, request.params.key);
      const nonce = allowPage(reply, parts.config);
      const text = isKnown ? words.stopped : words.unknownLink;
      const page = writeStopPage({ name: parts.config.name, nonce, title: parts.config.name, text });
      return reply.code(isKnown ? 200 : 404).send(page);
    });
  });
}

// The page behind the link in a mail. It works without a login and without scripts.

interface StopPage {
  name: string;
  /** The nonce of its styles. */
  nonce: string;
  title: string;
  text: string;
  button?: string;
}

function writeStopPage({ name, nonce, title, text, button }: StopPage): string {
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
