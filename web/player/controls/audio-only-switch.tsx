// 'Audio Only': whether recordings play without their video. Remembered by this browser.
import { setAudioOnly, usePersisted } from "#web/persisted.ts";
import { Switch } from "#web/ui/switch.tsx";
import { words } from "./words.ts";

export function AudioOnlySwitch() {
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  return <Switch label={words.audioOnly} checked={audioOnly} onChange={setAudioOnly} />;
}
