// Input is checked by the contract's schemas. Most calls have no query: what an empty one becomes is worked out once.
import type { FastifySchemaCompiler } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { z } from "zod";

export const compileValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route) as (data: unknown) => unknown;
  if (route.httpPart !== "querystring" || !route.schema.safeParse({}).success) return validate as never;
  const ofNothing = validate({});
  return ((data: object) => (isEmpty(data) ? ofNothing : validate(data))) as never;
};

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return true;
}
