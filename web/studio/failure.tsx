// What the server refused, shown beside the action; with a button to log in again where the server asks for that.
import { useContext } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./failure.module.css";
import { SignInAgainContext, wantsSignIn } from "./sign-in-again.ts";
import { words } from "./words.ts";

export function Failure({ problem }: { problem: Error }) {
  const { begin, isPending } = useContext(SignInAgainContext);
  return (
    <div className={css.failure} role="alert">
      <p>{problem.message}</p>
      {wantsSignIn(problem) && (
        <Button look="lamp" size="small" busy={isPending} onClick={begin}>
          {words.logInAgain}
        </Button>
      )}
    </div>
  );
}
