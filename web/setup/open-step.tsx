// The last step: from here on the archive is real.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SetUp } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Refused } from "#web/ui/fields/refused.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { Step } from "./step.tsx";
import { words } from "./words.ts";

export function OpenStep({ setUp, onOpened }: { setUp: SetUp; onOpened: () => void }) {
  const [trashesDemo, setTrashesDemo] = useState(true);
  const open = useMutation({
    mutationFn: () => call("openArchive", { body: { trash_demo: trashesDemo && setUp.demo_recordings > 0 } }),
    onSuccess: onOpened,
  });
  const isReady = setUp.patreon.is_ready || setUp.twitch.is_ready;
  return (
    <Step number={4} name={words.open.title} isDone={false}>
      <p>{isReady ? words.open.lead : words.open.notYet}</p>
      {isReady && (
        <>
          {setUp.demo_recordings > 0 && (
            <label className={fields.choice}>
              <input type="checkbox" checked={trashesDemo} onChange={(event) => setTrashesDemo(event.target.checked)} />
              {words.open.trash(setUp.demo_recordings)}
            </label>
          )}
          <Refused problem={open.error} />
          <div>
            <Button look="lamp" busy={open.isPending} onClick={() => open.mutate()}>
              {words.open.button}
            </Button>
          </div>
        </>
      )}
    </Step>
  );
}
