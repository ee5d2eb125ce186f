// A part of the studio as far as its answer is here: waiting, failed with a way to try again, or shown.
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";

interface Props<T> {
  query: Pick<UseQueryResult<T>, "data" | "error" | "isFetching" | "refetch">;
  /** As in "The storage could not be loaded". */
  what: string;
  children: (data: T) => ReactNode;
}

/** An answer that is here stays, also when a later one fails. */
export function Loaded<T>({ query, what, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return <Waiting>{`Loading ${what}…`}</Waiting>;
  return (
    <div role="alert">
      <Blank
        title={`${what[0]?.toUpperCase()}${what.slice(1)} could not be loaded`}
        action={
          <Button look="lamp" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Blank>
    </div>
  );
}
