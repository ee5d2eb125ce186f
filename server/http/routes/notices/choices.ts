// /api/user/notices: what a member wants to be told. And the link in a mail that ends the mails, also without a login.
import type { FastifyInstance } from "fastify";
import { describeChoice, saveChoice, stopMails } from "#server/notices/choices.ts";
import { saveDevice } from "#server/notices/devices.ts";
import { words } from "#server/notices/words.ts";
import type { Parts } from "#server/parts.ts";
import { requireCurrent } from "#server/http/door/guard.ts";
import { allowPage } from "#server/http/door/headers.ts";
import { answer } from "#server/http/door/route.ts";
import { writeStopPage } from "./stop-page.ts";

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
