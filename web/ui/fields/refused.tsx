// What the server refused, beside the button that was pressed.
import fields from "./fields.module.css";

export function Refused({ problem }: { problem: Error | null }) {
  return problem ? (
    <p className={fields.problem} role="alert">
      {problem.message}
    </p>
  ) : null;
}
