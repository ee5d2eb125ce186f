// Before logging out, where something is saved on this device: it is deleted with the login.
import { useEffect, useEffectEvent, useState } from "react";
import { formatBytes } from "#web/bytes.ts";
import { Question } from "#web/ui/dialog/question.tsx";
import { itemsOf, useSaved } from "./kept.ts";
import { words } from "./words.ts";

interface Props {
  logOut: () => Promise<unknown>;
  close: () => void;
}

export function LogOutQuestion({ logOut, close }: Props) {
  // as it was before: while logging out, everything is deleted
  const [items] = useState(() => Object.values(itemsOf(useSaved.getState())));
  const bytes = items.reduce((sum, { bytes: size }) => sum + size, 0);
  const isNeeded = items.length > 0;
  const leave = useEffectEvent(() => void logOut().finally(close));
  useEffect(() => {
    if (!isNeeded) leave();
  }, [isNeeded]);
  return (
    isNeeded && (
      <Question title={words.logOut.title} label={words.logOut.button} act={logOut} close={close}>
        {words.logOut.text(items.length, formatBytes(bytes))}
      </Question>
    )
  );
}
