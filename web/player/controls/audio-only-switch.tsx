// 'Audio Only': whether recordings play without their video. Remembered by this browser.
import { setAudioOnly, usePersisted } from "#web/memory/persisted.ts";
import { Switch } from "#web/ui/switch.tsx";
import { headerWords } from "./header-words.ts";

export function AudioOnlySwitch() {
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  return <Switch label={headerWords.audioOnly} checked={audioOnly} onChange={setAudioOnly} />;
}
