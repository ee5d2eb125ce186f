// The pages of lists, as one piece of code that is loaded on demand.
import type { ComponentType } from "react";
import { useParams } from "react-router";
import type { PlayList } from "#contract/lists.ts";
import { ListPage } from "./list-page.tsx";
import { ListsPage } from "./lists-page.tsx";

/** `Save` is the button "Save on this device"; the app puts it in. */
export function ListPages({ Save }: { Save?: ComponentType<{ list: PlayList }> }) {
  const { id } = useParams();
  return id === undefined ? <ListsPage /> : <ListPage key={id} id={id} Save={Save} />;
}
