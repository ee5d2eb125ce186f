// "Play all" and "Shuffle", for a song or a list.
import type { QueueStart } from "#contract/lists.ts";
import { Button } from "#web/ui/button.tsx";
import { ListIcon } from "./icon.tsx";
import { usePlay } from "./play.ts";
import { words } from "./words.ts";

export function PlayButtons({ from }: Pick<QueueStart, "from">) {
  const play = usePlay();
  const isBusy = (shuffle: boolean) => play.isPending && play.variables.shuffle === shuffle;
  return (
    <>
      <Button
        look="lamp"
        busy={isBusy(false)}
        icon={<ListIcon name="play" />}
        onClick={() => play.mutate({ from, shuffle: false })}
      >
        {words.play.all}
      </Button>
      <Button
        busy={isBusy(true)}
        icon={<ListIcon name="shuffle" />}
        onClick={() => play.mutate({ from, shuffle: true })}
      >
        {words.play.shuffle}
      </Button>
    </>
  );
}
