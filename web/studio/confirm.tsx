// The question before something that cannot be undone; a refusal may ask for another login.
import { type Asked, Question } from "#web/ui/dialog/question.tsx";
import { Failure } from "./failure.tsx";

export function Confirm(asked: Asked) {
  return <Question {...asked} Failure={Failure} />;
}
