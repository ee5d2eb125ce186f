// The sleep timer in the player's menu.
import { Choice } from "#web/player/controls/choice.tsx";
import { useNowPlaying } from "#web/player/songs/now-playing.ts";
import { chooseSleep, minutes, useSleep } from "./timer.ts";
import { words } from "./words.ts";

export function SleepMenu() {
  const { choice, endsAt } = useSleep();
  const hasSong = useNowPlaying(({ song }) => song !== null);
  const time = endsAt && new Date(endsAt).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  return (
    <Choice
      label={time ? words.stopsAt(time) : words.label}
      options={[
        { value: null, label: words.off },
        ...minutes.map((value) => ({ value, label: words.minutes(value) })),
        ...(hasSong || choice === "song" ? [{ value: "song" as const, label: words.song }] : []),
        { value: "end" as const, label: words.end },
      ]}
      value={choice}
      choose={chooseSleep}
    />
  );
}
