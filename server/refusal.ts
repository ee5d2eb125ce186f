// The one error class: a code from the contract, a sentence safe to show, and the true cause for the log.
import type { ProblemCode } from "#contract/problem.ts";
import type { SetList } from "#contract/songs.ts";
import type { Video } from "#contract/video.ts";

export interface BrokenRule {
  field: string;
  rule: string;
}

interface RefusalDetails {
  cause?: unknown;
  fields?: readonly BrokenRule[];
  /** What the change would have overwritten, for the code "conflict". */
  current?: Video;
  /** The same for a set list. */
  currentSetList?: SetList;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ProblemCode;
  readonly fields: readonly BrokenRule[] | undefined;
  readonly current: Video | undefined;
  readonly currentSetList: SetList | undefined;

  constructor(code: ProblemCode, sentence: string, details: RefusalDetails = {}) {
    super(sentence, { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.current = details.current;
    this.currentSetList = details.currentSetList;
  }
}
