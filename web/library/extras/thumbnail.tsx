// The thumbnail: a picture of the recording, an uploaded one, or the archive's choice.
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { call } from "#web/api.ts";
import { formatLength } from "#web/duration.ts";
import { Button } from "#web/ui/button.tsx";
import type { Act } from "./act.ts";
import css from "./extras.module.css";
import { FileButton } from "./file-button.tsx";
import { words } from "./words.ts";

export function ThumbnailPart({ video: { id, thumbnail_url, media }, act }: { video: Video; act: Act }) {
  const storyboard = media?.storyboard;
  const upload = (file: File) =>
    act(words.thumbnail.chosen, async () => {
      const picture = await readBase64(file);
      return call("setThumbnail", { params: { id }, body: { picture } });
    });
  return (
    <section className={css.part} aria-labelledby="extras-thumbnail">
      <h3 id="extras-thumbnail">{words.thumbnail.heading}</h3>
      {thumbnail_url !== null && <img className={css.picture} src={thumbnail_url} alt={words.thumbnail.current} />}
      {storyboard ? (
        <Frames
          storyboard={storyboard}
          choose={(seconds) =>
            act(words.thumbnail.chosen, () => call("setThumbnail", { params: { id }, body: { seconds } }))
          }
        />
      ) : (
        <p className={css.hint}>{words.thumbnail.noFrames}</p>
      )}
      <div className={css.actions}>
        <FileButton label={words.thumbnail.upload} accept="image/jpeg,image/png,image/webp" take={upload} />
        <Button
          look="quiet"
          size="small"
          onClick={() => act(words.thumbnail.chosen, () => call("resetThumbnail", { params: { id } }))}
        >
          {words.thumbnail.reset}
        </Button>
      </div>
    </section>
  );
}

interface FramesProps {
  storyboard: NonNullable<Media["storyboard"]>;
  choose: (seconds: number) => void;
}

function Frames({ storyboard: { url, columns, rows, width, height, times }, choose }: FramesProps) {
  return (
    <ul className={css.frames} aria-label={words.thumbnail.frames}>
      {times.map((seconds, tile) => (
        <li key={seconds}>
          <button
            type="button"
            className={css.frame}
            aria-label={words.thumbnail.frame(formatLength(seconds))}
            title={formatLength(seconds)}
            style={{
              aspectRatio: `${width} / ${height}`,
              backgroundImage: `url("${url}")`,
              backgroundSize: `${columns * 100}% ${rows * 100}%`,
              backgroundPosition: `${place(tile % columns, columns)} ${place(Math.floor(tile / columns), rows)}`,
            }}
            onClick={() => choose(seconds)}
          />
        </li>
      ))}
    </ul>
  );
}

/** In percent, the last tile is at 100. */
function place(tile: number, count: number): string {
  return `${count > 1 ? (tile / (count - 1)) * 100 : 0}%`;
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // in parts: a call takes only so many arguments
  for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00));
  return btoa(text);
}
