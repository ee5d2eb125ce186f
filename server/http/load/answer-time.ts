// A request that is not answered in time is refused as busy. One timer checks all open requests, oldest first: a timer
// for each request, as Fastify would set it, costs a quarter of a small answer.
import type { FastifyInstance, FastifyReply } from "fastify";

/** A place in the linked list of open requests. */
interface Place {
  reply: FastifyReply | undefined;
  before: Place;
  after: Place;
}

declare module "fastify" {
  interface FastifyReply {
    place: Place | null;
  }
}

export function registerAnswerTime(app: FastifyInstance, longestMs = 15_000): void {
  const row = {} as Place;
  row.before = row.after = row;
  app.decorateReply("place", null);
  // only while a request is open: a server at rest stays asleep
  let looking: NodeJS.Timeout | undefined;
  app.addHook("onRequest", (_request, reply, done) => {
    const last = row.before;
    reply.place = last.after = row.before = { reply, before: last, after: row };
    looking ??= setInterval(look, longestMs / 15).unref();
    done();
  });
  app.addHook("onResponse", (_request, { place }, done) => {
    if (place) leave(place);
    done();
  });

  const rest = () => {
    clearInterval(looking);
    looking = undefined;
  };
  const look = () => {
    while (row.after.reply && row.after.reply.elapsedTime >= longestMs) {
      const { reply } = row.after;
      leave(row.after);
      giveUp(reply);
    }
    if (!row.after.reply) rest();
  };
  app.addHook("onClose", async () => rest());
}

/** Idempotent. */
function leave(place: Place): void {
  place.before.after = place.after;
  place.after.before = place.before;
  place.before = place.after = place;
}

function giveUp(reply: FastifyReply): void {
  // sent, or hijacked by a handler that has a time limit of its own
  if (reply.sent) return;
  if (reply.raw.headersSent) reply.raw.destroy();
  else reply.send(Object.assign(new Error("the request was not answered in time"), { statusCode: 503 }));
}
