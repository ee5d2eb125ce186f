// The pages of collections, as one piece of code that is loaded on demand.
import { useParams } from "react-router";
import { CollectionPage } from "./collection-page.tsx";
import { CollectionsPage } from "./collections-page.tsx";

export function CollectionPages() {
  const { id } = useParams();
  return id === undefined ? <CollectionsPage /> : <CollectionPage key={id} id={id} />;
}
