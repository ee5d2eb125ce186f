// An engine without elements: it notes what is asked of it and reports what a test says; for tests only.
import type { Engine } from "#web/player/engine/engine.ts";
import { createPlayback, type Playback } from "#web/player/playback.ts";

export function fakeEngine(playback: Partial<Playback> = {}) {
  const store = createPlayback();
  store.setState({ isReady: true, duration: 100, time: 20, ...playback });
  const asked: [name: string, ...given: unknown[]][] = [];
  const note =
    (name: string) =>
    (...given: unknown[]): void => {
      asked.push([name, ...given]);
    };
  const engine: Engine = {
    store,
    begin: note("begin"),
    mount: note("mount"),
    readTime: () => store.getState().time,
    play: note("play"),
    pause: note("pause"),
    seek: note("seek"),
    setVolume: note("setVolume"),
    setMuted: note("setMuted"),
    setRate: note("setRate"),
    setQuality: note("setQuality"),
    setAudioOnly: note("setAudioOnly"),
    togglePictureInPicture: note("togglePictureInPicture"),
    offerScreen: note("offerScreen"),
    showScreen: note("showScreen"),
    leaveScreen: note("leaveScreen"),
    showPictureAlone: note("showPictureAlone"),
    setCaptions: note("setCaptions"),
    toggleCaptions: note("toggleCaptions"),
    learn: note("learn"),
    heed: note("heed"),
    retry: note("retry"),
    destroy: note("destroy"),
  };
  const report = (change: Partial<Playback>) => store.setState(change);
  return { engine, asked, report };
}
