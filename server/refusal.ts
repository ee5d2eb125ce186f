// The one error class: a code from the contract, a sentence safe to show, and the true cause for the log.
import type { ProblemCode } from "#contract/problem.ts";

export interface BrokenRule {
  field: string;
  rule: string;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ProblemCode;
  readonly fields: readonly BrokenRule[] | undefined;

  constructor(code: ProblemCode, sentence: string, details: { cause?: unknown; fields?: readonly BrokenRule[] } = {}) {
    super(sentence, { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
  }
}
