// The studio with the form for the level of many recordings, which the home page has too; as code that is loaded on demand.
import type { ComponentProps } from "react";
import { LevelOfMany } from "#web/library/levels/level-of-many.tsx";
import { StudioPage as Studio } from "#web/studio/studio.tsx";

export function StudioPage({ signInAgain }: Pick<ComponentProps<typeof Studio>, "signInAgain">) {
  return <Studio signInAgain={signInAgain} showLevelForm={showLevelForm} />;
}

function showLevelForm(about: ComponentProps<typeof LevelOfMany>) {
  return <LevelOfMany {...about} />;
}
