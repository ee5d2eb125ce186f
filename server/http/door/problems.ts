// Refusal code -> HTTP status, as an exhaustive table; whatever else is thrown is a 500 with a request id.
// The only file that knows status numbers of errors.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { Problem, ProblemCode } from "#contract/problem.ts";
import { isAway } from "#server/away.ts";
import { isDiskFull } from "#server/media/store/disk-full.ts";
import { Refusal } from "#server/refusal.ts";

const statuses = {
  "bad-input": [400, "Bad input"],
  damaged: [400, "Arrived damaged"],
  "not-signed-in": [401, "Not signed in"],
  "sign-in-again": [401, "Sign in again"],
  "not-allowed": [403, "Not allowed"],
  "cross-site": [403, "From another site"],
  "bad-signature": [403, "Bad signature"],
  "not-found": [404, "Not found"],
  conflict: [409, "Conflict"],
  gone: [410, "Ended"],
  "wrong-version": [412, "Wrong version"],
  "too-large": [413, "Too large"],
  "wrong-type": [415, "Wrong content type"],
  "wrong-host": [421, "Wrong host"],
  "too-many-requests": [429, "Too many requests"],
  "checksum-mismatch": [460, "Checksum mismatch"],
  unexpected: [500, "Unexpected problem"],
  "cannot-start": [500, "Unexpected problem"],
  "provider-unavailable": [502, "Provider unavailable"],
  busy: [503, "Busy"],
  "no-room": [507, "Not enough room"],
} as const satisfies Record<ProblemCode, readonly [number, string]>;

export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    const [status] = statuses[refusal.code];
    if (status >= 500) request.log.error({ reqId: request.id, err: error }, refusal.message);
    else if (refusal.cause) request.log.info({ reqId: request.id, err: refusal.cause }, refusal.message);
    return sendProblem(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new Refusal("not-found", "There is nothing here.")),
  );
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const problem = describeProblem(refusal, request.id);
  // a string, so that the route's answer schema does not apply
  reply.header("cache-control", "no-store").header("vary", "Cookie");
  return reply.code(problem.status).type("application/problem+json; charset=utf-8").send(JSON.stringify(problem));
}

export function describeProblem(refusal: Refusal, requestId: string): Problem {
  const [status, title] = statuses[refusal.code];
  return {
    type: "about:blank",
    title,
    status,
    detail: refusal.message,
    code: refusal.code,
    request_id: requestId,
    ...(refusal.fields && { fields: [...refusal.fields] }),
    ...(refusal.current && { current: refusal.current }),
  };
}

export function tooBusy(cause?: unknown): Refusal {
  return new Refusal("busy", "The archive is busy. Please try again in a moment.", { cause });
}

function asRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(({ instancePath, message = "is not valid" }) => ({
      field: instancePath.replace(/^\//, "").replaceAll("/", ".") || (error.validationContext ?? "request"),
      rule: message,
    }));
    const named = fields.map(({ field, rule }) => `${field}: ${rule}`).join("; ");
    return new Refusal("bad-input", `Please correct this and send it again: ${named}`, { fields });
  }
  if (isDiskFull(error))
    return new Refusal("no-room", "The archive's disk is full, so nothing was changed. Please tell its owner.", {
      cause: error,
    });
  if (isAway(error)) return tooBusy(error);
  switch (error.statusCode) {
    case 400:
      return new Refusal("bad-input", "The request could not be read. Send valid JSON.", { cause: error });
    case 413:
      return new Refusal("too-large", "The request is too large.", { cause: error });
    case 415:
      return new Refusal("wrong-type", "Send the request as application/json.", { cause: error });
    case 503:
      return tooBusy(error);
    default:
      return new Refusal(
        "unexpected",
        "Something went wrong on our side. Please try again; if it stays, quote the request id.",
        {
          cause: error,
        },
      );
  }
}
