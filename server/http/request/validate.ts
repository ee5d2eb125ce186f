// Input is checked by the contract's schemas, and for zero bytes, which PostgreSQL cannot store.
// Most calls have no query, so the result for an empty one is computed once.
import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

export const compileValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = refuseZeros(validatorCompiler(route) as (data: unknown) => unknown, route.httpPart);
  if (route.httpPart !== "querystring" || !route.schema.safeParse({}).success) return validate as never;
  const ofNothing = validate({});
  return ((data: object) => (isEmpty(data) ? ofNothing : validate(data))) as never;
};

/** PostgreSQL refuses zero bytes. Nothing can have such an address, so there it means "not found". */
function refuseZeros(validate: (data: unknown) => unknown, httpPart?: string): (data: unknown) => unknown {
  const refuse = () =>
    httpPart === "params" ? new Refusal("not-found", words.nothingHere) : new Refusal("bad-input", words.zeroByte);
  return (data) => (hasZero(data) ? { error: refuse() } : validate(data));
}

/** Without recursion: unchecked input may be nested deeply enough to overflow the stack. */
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
