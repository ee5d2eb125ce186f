// The button "Podcast feed", or an entry of a menu. What it opens is loaded when it is pressed.
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { words } from "./words.ts";

const FeedDialog = lazy(async () => ({ default: (await import("./feed-dialog.tsx")).FeedDialog }));

interface About {
  /** The name of the feed, as in contract/feed.ts. */
  of: string;
  /** Says what is in it. */
  title?: string;
}

export function useFeed({ of, title }: About): { item: { label: string; act: () => void }; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen && (
    <Suspense>
      <FeedDialog of={of} title={title} close={() => setOpen(false)} />
    </Suspense>
  );
  return { item: { label: words.button, act: () => setOpen(true) }, dialog };
}

export function FeedButton(about: About) {
  const { item, dialog } = useFeed(about);
  return (
    <>
      <Button size="small" onClick={item.act}>
        {item.label}
      </Button>
      {dialog}
    </>
  );
}
