// The layout of the home page for people without access: text beside the owner's picture, or beside the stage door.
import { lazy, type ReactNode, Suspense } from "react";
import type { Site } from "#contract/site.ts";
import css from "./scene.module.css";

interface Props {
  isOpen: boolean;
  picture?: NonNullable<Site["welcome"]>["picture"];
  children: ReactNode;
}

// not part of the first file, which members need, too: they never see it
const FrontPage = lazy(async () => ({ default: (await import("./front-page.tsx")).FrontPage }));

export function Scene({ isOpen, picture, children }: Props) {
  return (
    <div className={css.scene} data-own={picture !== undefined}>
      <div className={css.words}>{children}</div>
      {picture ? (
        <img
          className={css.picture}
          src={picture.url}
          srcSet={`${picture.small_url} 800w, ${picture.url} 1600w`}
          sizes="(min-width: 820px) 50vw, 100vw"
          width={picture.width}
          height={picture.height}
          alt=""
        />
      ) : (
        <Suspense>
          <FrontPage isOpen={isOpen} />
        </Suspense>
      )}
    </div>
  );
}
