// A part of the studio as far as its answer is here: waiting, failed with a way on, or shown.
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useContext } from "react";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Failure } from "./failure.tsx";
import { keepFocus } from "./keep-focus.ts";
import { SignInAgainContext, wantsSignIn } from "./sign-in-again.ts";

interface Props<T> {
  query: Pick<UseQueryResult<T>, "data" | "error" | "isFetching" | "refetch">;
  /** As in "The storage could not be loaded". */
  what: string;
  children: (data: T) => ReactNode;
}

/** An answer that is here stays, also when a later one fails. */
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
  if (!error) return <Waiting>{`Loading ${what}…`}</Waiting>;
  return (
    <div role="alert">
      <Blank
        title={`${what[0]?.toUpperCase()}${what.slice(1)} could not be loaded`}
        action={
          wantsSignIn(error) ? (
            <Button look="lamp" busy={isPending} onClick={begin}>
              Log in again
            </Button>
          ) : (
            <Button ref={keepFocus} look="lamp" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          )
        }
      >
        {error.message}
      </Blank>
    </div>
  );
}
