// The collections on the home page, in one row that scrolls sideways. Loaded only where there are any.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { CollectionCard } from "./collection-card.tsx";
import css from "./collections.module.css";
import { collectionsQuery } from "./queries.ts";
import { words } from "./words.ts";

export function CollectionShelf() {
  const { data: collections = [] } = useQuery(collectionsQuery);
  const shown = collections.filter(({ recordings }) => recordings > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="collections" className={css.shelf}>
      <h2 id="collections">
        <Link to="/collections">{words.title}</Link>
      </h2>
      <ul className={css.row} aria-labelledby="collections">
        {shown.map((collection) => (
          <li key={collection.id}>
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ul>
    </section>
  );
}
