// A part of the studio by the state of its query: loading, failed with a button to try again, or shown.
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useContext } from "react";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Failure } from "./failure.tsx";
import { keepFocus } from "./keep-focus.ts";
import { SignInAgainContext, wantsSignIn } from "./sign-in-again.ts";
import { words } from "./words.ts";

interface Props<T> {
  query: Pick<UseQueryResult<T>, "data" | "error" | "isFetching" | "refetch">;
  /** A noun with its article, as in "the trash". */
  what: string;
  children: (data: T) => ReactNode;
}

/** Data that was loaded stays on the page when a later request fails. */
export function Loaded<T>({ query, what, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query;
  const { begin, isPending } = useContext(SignInAgainContext);
  if (data !== undefined)
    return (
      <>
        {wantsSignIn(error) && <Failure problem={error} />}
        {children(data)}
      </>
    );
  if (!error) return <Waiting>{words.loading(what)}</Waiting>;
  return (
    <div role="alert">
      <Blank
        title={words.notLoaded(what)}
        action={
          wantsSignIn(error) ? (
            <Button look="lamp" busy={isPending} onClick={begin}>
              {words.logInAgain}
            </Button>
          ) : (
            <Button ref={keepFocus} look="lamp" busy={isFetching} onClick={() => void refetch()}>
              {words.tryAgain}
            </Button>
          )
        }
      >
        {error.message}
      </Blank>
    </div>
  );
}
