// What the server refused, where it was asked for; and a way to log in again where that is all it wants.
import { useContext } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./failure.module.css";
import { SignInAgainContext, wantsSignIn } from "./sign-in-again.ts";

export function Failure({ problem }: { problem: Error }) {
  const { begin, isPending } = useContext(SignInAgainContext);
  return (
    <div className={css.failure} role="alert">
      <p>{problem.message}</p>
      {wantsSignIn(problem) && (
        <Button look="lamp" size="small" busy={isPending} onClick={begin}>
          Log in again
        </Button>
      )}
    </div>
  );
}
