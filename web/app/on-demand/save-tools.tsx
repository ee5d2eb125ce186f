// "Save on this device", as the app puts it on the pages of recordings and lists. Loaded on demand, after those pages.
import { SaveButton } from "#web/saved/save-button.tsx";
import type { Wanted } from "#web/saved/saver.ts";
import { installWorker } from "#web/app/install.ts";

export function SaveTools(props: { wanted: readonly Wanted[]; videoBytes?: number | null }) {
  return <SaveButton {...props} prepare={() => void installWorker({ withSaved: true }).catch(() => undefined)} />;
}
