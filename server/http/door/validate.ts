// Input is checked by the contract's schemas, and for the one character that no database of ours can be asked about.
// Most calls have no query: what an empty one becomes is worked out once.
import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";
import { Refusal } from "#server/refusal.ts";

export const compileValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = refuseZeros(validatorCompiler(route) as (data: unknown) => unknown, route.httpPart);
  if (route.httpPart !== "querystring" || !route.schema.safeParse({}).success) return validate as never;
  const ofNothing = validate({});
  return ((data: object) => (isEmpty(data) ? ofNothing : validate(data))) as never;
};

/** PostgreSQL takes no zero byte, and nobody types one. An address with one is of nothing. */
function refuseZeros(validate: (data: unknown) => unknown, httpPart?: string): (data: unknown) => unknown {
  const refuse = () =>
    httpPart === "params"
      ? new Refusal("not-found", "There is nothing here.")
      : new Refusal("bad-input", "A text holds a zero byte, which cannot be stored. Please remove it.");
  return (data) => (hasZero(data) ? { error: refuse() } : validate(data));
}

/** Without recursion: nothing is known yet of how deep it is. */
function hasZero(data: unknown): boolean {
  const left = [data];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string" && one.includes("\0")) return true;
    if (one === null || typeof one !== "object") continue;
    for (const name in one) left.push((one as Record<string, unknown>)[name]);
  }
  return false;
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
