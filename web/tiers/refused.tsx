// What the server refused, beside the button that was pressed.
import css from "./forms.module.css";

export function Refused({ problem }: { problem: Error | null }) {
  return problem ? (
    <p className={css.problem} role="alert">
      {problem.message}
    </p>
  ) : null;
}
