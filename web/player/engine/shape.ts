// The interface of an engine: requests go in; what the elements report comes out in the store.
import type { StoreApi } from "zustand/vanilla";
import type { Media } from "#contract/media.ts";
import type { Screen } from "#contract/screen.ts";
import type { CaptionTrack, Playback } from "#web/player/playback.ts";

export interface Source {
  /** Null for a recording that is saved in this browser. */
  hls: string | null;
  /** There, in place of the stream: one file with video and audio, whose time is that of the audio file. */
  file?: string | null;
  audio: { url: string; offset: number } | null;
  captions: Media["captions"];
}

/** How the server is asked for addresses that a television can play. */
export interface ScreenAddresses {
  make(): Promise<Screen>;
  end(token: string): Promise<unknown>;
}

/** An address that the video element plays in place of the stream. */
export interface Lent {
  url: string;
  /** Seconds by which its clock is ahead of the recording's. */
  offset: number;
}

/** What playing on a television is given. */
export interface ScreenParts {
  signal: AbortSignal;
  tell(change: Partial<Playback>): void;
  /** Null: the recording's own stream again. */
  lend(address: Lent | null): void;
}

export interface Start {
  position: number;
  shouldPlay: boolean;
  isAudioOnly: boolean;
  volume: number;
  isMuted: boolean;
  rate: number;
  captions: CaptionTrack | null;
  /** Created in advance: it loads only what it would start with, and waits. */
  isAhead?: boolean;
}

export interface Engine {
  store: StoreApi<Playback>;
  /** Starts an engine that was created in advance. */
  begin(start: Start): void;
  /** Puts the video into the page; without it there is only audio. */
  mount(place: HTMLElement): void;
  /** The time is more exact than in the store, which is updated four times a second. */
  readTime(): number;
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  setVolume(volume: number): void;
  setMuted(isMuted: boolean): void;
  setRate(rate: number): void;
  setQuality(height: number | null): void;
  setAudioOnly(isOn: boolean): void;
  togglePictureInPicture(): void;
  /** Offers to play the recording on a television, where there is one. */
  offerScreen(addresses: ScreenAddresses): void;
  /** Asks which television. */
  showScreen(): void;
  leaveScreen(): void;
  /** Over the whole screen, with the system's own controls. */
  showPictureAlone(): void;
  /** Null shows none. */
  setCaptions(index: number | null): void;
  toggleCaptions(): void;
  /** Newer addresses of the recording: used for the next load. */
  learn(source: Source): void;
  /** The status of another answer of the server: 401 and 403 stop playing, even when everything is loaded. */
  heed(status: number): void;
  /** Starts again where it stopped, with the same addresses or new ones. */
  retry(source?: Source): void;
  destroy(): void;
}
