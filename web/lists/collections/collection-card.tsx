// A collection as a card: its picture, its title, and how many recordings of it one may watch.
import { Link } from "react-router";
import type { CollectionSummary } from "#contract/collections/collections.ts";
import { Cover } from "#web/lists/cover.tsx";
import css from "./collections.module.css";
import { words } from "./words.ts";

export function CollectionCard({ collection: { id, title, recordings, pictures } }: { collection: CollectionSummary }) {
  return (
    <Link to={`/collection/${id}`} className={css.card}>
      <Cover pictures={pictures} />
      <span className={css.name}>
        <bdi>{title}</bdi>
        <small>{words.recordings(recordings)}</small>
      </span>
    </Link>
  );
}
