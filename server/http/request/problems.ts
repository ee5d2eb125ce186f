// Refusal code -> HTTP status, as an exhaustive table; whatever else is thrown is a 500 with a request id.
// The only file that knows status numbers of errors.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { Problem, ProblemCode } from "#contract/problem.ts";
import { isAway, isDeletedMeanwhile } from "#server/away.ts";
import { isDiskFull } from "#server/media/store/disk-full.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

const statuses = {
  "bad-input": 400,
  damaged: 400,
  "not-signed-in": 401,
  "sign-in-again": 401,
  "not-allowed": 403,
  locked: 403,
  "cross-site": 403,
  "bad-signature": 403,
  "not-found": 404,
  conflict: 409,
  gone: 410,
  "wrong-version": 412,
  "too-large": 413,
  "wrong-type": 415,
  "wrong-host": 421,
  "too-many-requests": 429,
  "checksum-mismatch": 460,
  unexpected: 500,
  "cannot-start": 500,
  "provider-unavailable": 502,
  busy: 503,
  "no-room": 507,
} as const satisfies Record<ProblemCode, number>;

/** After an answer that only says "not now". */
const retrySeconds = 5;

export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error, request.id);
    const status = statuses[refusal.code];
    if (status >= 500) request.log.error({ reqId: request.id, err: error }, refusal.message);
    else if (refusal.cause) request.log.info({ reqId: request.id, err: refusal.cause }, refusal.message);
    return sendProblem(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Refusal("not-found", words.nothingHere)));
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = describeProblem(refusal, request.id);
  // a string, so that the route's answer schema does not apply
  reply.header("cache-control", "no-store").header("vary", "Cookie");
  if (problem.status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", retrySeconds);
  return reply.code(problem.status).type("application/problem+json; charset=utf-8").send(JSON.stringify(problem));
}

export function describeProblem(refusal: Refusal, requestId: string): Problem {
  return {
    type: "about:blank",
    title: words.titles[refusal.code],
    status: statuses[refusal.code],
    detail: refusal.message,
    code: refusal.code,
    request_id: requestId,
    ...(refusal.fields && { fields: [...refusal.fields] }),
    ...(refusal.current && { current: refusal.current }),
    ...(refusal.currentSetList && { current_set_list: refusal.currentSetList }),
  };
}

export function tooBusy(cause?: unknown): Refusal {
  return new Refusal("busy", words.busy, { cause });
}

function asRefusal(error: FastifyError, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(({ instancePath, message = words.invalidField }) => ({
      field: instancePath.replace(/^\//, "").replaceAll("/", ".") || (error.validationContext ?? "request"),
      rule: message,
    }));
    const named = fields.map(({ field, rule }) => `${field}: ${rule}`).join("; ");
    return new Refusal("bad-input", words.invalid(named), { fields });
  }
  if (isDiskFull(error))
    return new Refusal("no-room", words.diskFull, {
      cause: error,
    });
  if (isAway(error)) return tooBusy(error);
  if (isDeletedMeanwhile(error)) return new Refusal("conflict", words.deletedMeanwhile, { cause: error });
  switch (error.statusCode) {
    case 400:
      return new Refusal("bad-input", words.notReadable, { cause: error });
    case 413:
      return new Refusal("too-large", words.tooLarge, { cause: error });
    case 415:
      return new Refusal("wrong-type", words.notJson, { cause: error });
    case 503:
      return tooBusy(error);
    default:
      return new Refusal("unexpected", words.unexpected(requestId), {
        cause: error,
      });
  }
}
