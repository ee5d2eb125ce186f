// The studio with what other folders have for it: the form for the level of many recordings, collections, and songs. Loaded on demand.
import { type ComponentProps, lazy } from "react";
import { LevelOfMany } from "#web/library/levels/level-of-many.tsx";
import { StudioPage as Studio } from "#web/studio/studio.tsx";

const CollectionPages = lazy(async () => ({
  default: (await import("#web/lists/collections/pages.tsx")).CollectionPages,
}));
const SongPages = lazy(async () => ({ default: (await import("#web/songs/pages.tsx")).SongPages }));

export function StudioPage({ signInAgain }: Pick<ComponentProps<typeof Studio>, "signInAgain">) {
  return <Studio {...{ signInAgain, showLevelForm }} Collections={CollectionPages} Songs={SongPages} />;
}

function showLevelForm(about: ComponentProps<typeof LevelOfMany>) {
  return <LevelOfMany {...about} />;
}
