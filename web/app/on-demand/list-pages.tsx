// The pages of lists with the button "Save on this device", as one piece of code that is loaded on demand.
import type { PlayList } from "#contract/lists.ts";
import { ListPages as Pages } from "#web/lists/pages.tsx";
import { SaveTools } from "./save-tools.tsx";

export function ListPages() {
  return <Pages Save={SaveList} />;
}

/** Whole recordings are saved, each once, also where the list has only songs of them. */
function SaveList({ list }: { list: PlayList }) {
  const wanted = new Map(list.entries.map(({ video_id: id, video_title: title }) => [id, { id, title }]));
  return <SaveTools wanted={[...wanted.values()]} />;
}
