// The pages of lists, as one piece of code that is loaded on demand.
import { useParams } from "react-router";
import { ListPage } from "./list-page.tsx";
import { ListsPage } from "./lists-page.tsx";

export function ListPages() {
  const { id } = useParams();
  return id === undefined ? <ListsPage /> : <ListPage key={id} id={id} />;
}
