// The collections on the home page. Loaded only where there are any.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Shelf } from "#web/ui/shelf/shelf.tsx";
import { CollectionCard } from "./collection-card.tsx";
import { collectionsQuery } from "./queries.ts";
import { words } from "./words.ts";

export function CollectionShelf() {
  const { data: collections = [] } = useQuery(collectionsQuery);
  const shown = collections.filter(({ recordings }) => recordings > 0);
  if (shown.length === 0) return null;
  return (
    <Shelf id="collections" heading={<Link to="/collections">{words.title}</Link>} isSmall>
      {shown.map((collection) => (
        <li key={collection.id}>
          <CollectionCard collection={collection} />
        </li>
      ))}
    </Shelf>
  );
}
