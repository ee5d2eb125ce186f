// The markers of the stream as a set list: finds the Twitch video of the recording, or asks which one it is.
// What was found goes into the text of the dialog, which shows what it understands of it.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { MarkersReading, StreamVideo } from "#contract/songs.ts";
import { call, sayProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import css from "./from-twitch.module.css";
import { formatTime } from "#web/songs/understood.tsx";
import { words } from "./words.ts";

interface Props {
  id: string;
  text: string;
  take: (text: string) => void;
}

export function FromTwitch({ id, text, take }: Props) {
  const [found, setFound] = useState<MarkersReading>();
  const [taken, setTaken] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const [choices, setChoices] = useState<readonly StreamVideo[]>([]);
  const {
    mutate: ask,
    error,
    isPending,
  } = useMutation({
    mutationFn: (video: string | null) =>
      call("readMarkers", { params: { id }, body: video === null ? {} : { video } }),
    onSuccess: (reading, video) => {
      setFound(reading);
      setChoosing(reading.markers === 0);
      if (video === null) setChoices(reading.choices);
      if (reading.markers === 0) return;
      setTaken(reading.text);
      take(reading.text);
    },
  });
  // once somebody has changed the text, it is no longer the stream's
  const isTaken = text !== "" && text === taken;
  if (text !== "" && !isTaken) return null;
  return (
    <div className={css.part}>
      {found && !error && (isTaken || isChoosing) && <output>{sayFound(found)}</output>}
      {error && <p role="alert">{words.failed(sayProblem(error))}</p>}
      {isChoosing ? (
        <Choice choices={choices} busy={isPending} choose={ask} />
      ) : (
        <Button size="small" busy={isPending} onClick={() => (isTaken ? setChoosing(true) : ask(null))}>
          {isTaken ? words.another : words.open}
        </Button>
      )}
    </div>
  );
}

function Choice({
  choices,
  busy,
  choose,
}: {
  choices: readonly StreamVideo[];
  busy: boolean;
  choose: (video: string) => void;
}) {
  const [address, setAddress] = useState("");
  return (
    <fieldset className={css.choice} disabled={busy}>
      <legend>{words.which}</legend>
      {choices.map((video) => (
        <Button key={video.id} size="small" className={css.video} onClick={() => choose(video.id)}>
          <bdi>{sayVideo(video)}</bdi>
        </Button>
      ))}
      <form
        className={css.address}
        onSubmit={(event) => {
          event.preventDefault();
          choose(address);
        }}
      >
        <Field label={words.address} value={address} onChange={setAddress} />
        <Button type="submit" size="small" busy={busy}>
          {words.read}
        </Button>
      </form>
    </fieldset>
  );
}

function sayFound({ video, markers, same_length }: MarkersReading): string {
  if (video === null) return words.noMatch;
  if (markers === 0) return words.noMarkers(sayVideo(video));
  return words.found(markers, sayVideo(video)) + (same_length ? "" : ` ${words.otherLength}`);
}

function sayVideo({ title, started_at, duration }: StreamVideo): string {
  const day = new Date(started_at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  return words.video(title, day, formatTime(duration));
}
