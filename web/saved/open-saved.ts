// A saved recording as the player needs it: its facts, and addresses that lead to the files in this browser.
import type { Media } from "#contract/media.ts";
import type { About } from "./fetch-recording.ts";
import { fileOf, findFile } from "./folder.ts";
import { hasExpired, itemsOf, useSaved } from "./kept.ts";

export interface OpenedSaved extends About {
  /** `file` is its video, which has the audio in it. */
  media: Media & { audio: NonNullable<Media["audio"]>; file: string | null };
  /** The addresses stop working. */
  close(): void;
}

/** Undefined when it is not saved here, for this person, or no longer. */
export async function openSaved(id: string): Promise<OpenedSaved | undefined> {
  const { person } = useSaved.getState();
  const kept = itemsOf(useSaved.getState())[id];
  if (kept?.state !== "ready" || hasExpired(kept)) return undefined;
  const { hasVideo } = kept;
  const [about, saved] = await Promise.all([readAbout(person, id), findFile(person, id, fileOf(kept))]);
  const { media } = about?.video ?? {};
  if (!about || !media?.audio || saved?.size !== kept.bytes) return undefined;
  const picture = await openPicture(id);
  const url = URL.createObjectURL(new Blob([saved], { type: hasVideo ? "video/mp4" : "audio/mp4" }));
  const captions = await openCaptions(person, id, media.captions);
  const close = () => {
    for (const address of [url, picture, ...captions.map((track) => track.url)])
      if (address !== null) URL.revokeObjectURL(address);
  };
  const file = hasVideo ? url : null;
  const alone = { hls: null, file, has_pictures: hasVideo, storyboard: null, captions, can_ask_for_sizes: false };
  return { ...about, media: { ...media, ...alone, audio: { ...media.audio, url }, thumbnail: picture }, close };
}

/** Whoever asked for the address revokes it. */
export async function openPicture(id: string): Promise<string | null> {
  const file = await findFile(useSaved.getState().person, id, "picture");
  return file ? URL.createObjectURL(file) : null;
}

/** Those that are there: recordings that were saved before captions were have none. */
async function openCaptions(person: string, id: string, captions: Media["captions"]): Promise<Media["captions"]> {
  const files = await Promise.all(captions.map((_, index) => findFile(person, id, `captions-${index + 1}.vtt`)));
  return captions.flatMap((track, index) => {
    const file = files[index];
    return file ? [{ ...track, url: URL.createObjectURL(new Blob([file], { type: "text/vtt" })) }] : [];
  });
}

async function readAbout(person: string, id: string): Promise<About | undefined> {
  try {
    return JSON.parse((await (await findFile(person, id, "about.json"))?.text()) ?? "") as About;
  } catch {
    return undefined;
  }
}
