// The question before something that cannot be undone: says what is lost, and the focus begins on Cancel.
import { useMutation } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "./dialog.tsx";
import { words } from "./words.ts";

export interface Asked {
  title: string;
  children: ReactNode;
  /** Names what happens, never "OK". */
  label: string;
  /** Replaces "Cancel" where that could mean either button. */
  leaveLabel?: string;
  act: () => Promise<unknown>;
  /** Shows why that failed. */
  Failure?: ComponentType<{ problem: Error }>;
  close: () => void;
}

export function Question({ title, children, label, leaveLabel = words.cancel, act, Failure = Refused, close }: Asked) {
  const dialog = useRef<{ close: () => void }>(null);
  const leave = () => {
    dialog.current?.close();
    close();
  };
  const acting = useMutation({ mutationFn: act, onSuccess: leave });
  return (
    <Dialog
      ref={dialog}
      title={title}
      width="narrow"
      isQuestion
      close={close}
      foot={
        <>
          <Button look="quiet" onClick={leave}>
            {leaveLabel}
          </Button>
          <Button look="danger" busy={acting.isPending} onClick={() => acting.mutate()}>
            {label}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      {acting.error && <Failure problem={acting.error} />}
    </Dialog>
  );
}

function Refused({ problem }: { problem: Error }) {
  return <p role="alert">{problem.message}</p>;
}
