// 'Audio Only': whether recordings play without their picture. Remembered by this browser.
import { setAudioOnly, usePersisted } from "#web/persisted.ts";
import { Switch } from "#web/ui/switch.tsx";

export function AudioOnlySwitch() {
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  return <Switch label="Audio Only" checked={audioOnly} onChange={setAudioOnly} />;
}
