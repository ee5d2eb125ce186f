// The menu of a recording or a performance, the same everywhere. Loaded when somebody opens it for the first time.
import type { ComponentProps } from "react";
import { Menu } from "#web/ui/menu/menu.tsx";
import type { MenuItem } from "#web/ui/menu/more.tsx";
import { type Named, useFavourite } from "./favourites.ts";
import { useQueueing } from "./queueing.ts";
import { words } from "./words.ts";

interface Props extends Pick<ComponentProps<typeof Menu>, "anchor" | "close"> {
  named: Named;
  add: () => void;
  more: readonly MenuItem[];
}

export function EntryMenu({ named, add, more, ...open }: Props) {
  const queueing = useQueueing(named);
  const { isFavourite, toggle } = useFavourite(named);
  const items: MenuItem[] = [
    { label: words.queue.next, act: () => queueing.mutate({ next: true }) },
    { label: words.queue.last, act: () => queueing.mutate({ next: false }) },
    { label: words.add.short, act: add },
    { label: isFavourite ? words.menu.unlike : words.menu.like, act: toggle },
    ...more,
  ];
  return <Menu name={words.menu.more(named.title)} heading={named.title} items={items} {...open} />;
}
