// The button "Podcast feed". What it opens is loaded when it is pressed.
import { lazy, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { words } from "./words.ts";

const FeedDialog = lazy(async () => ({ default: (await import("./feed-dialog.tsx")).FeedDialog }));

/** `of` is the name of the feed, as in contract/feed.ts; `title` says what is in it. */
export function FeedButton({ of, title }: { of: string; title?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      {isOpen && (
        <Suspense>
          <FeedDialog of={of} title={title} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
