// What surrounds every page: skip link, loading bar, header, footer. Moves the focus and announces the title on a change of page.
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { useAway } from "#web/memory/away.ts";
import { usePageLoading } from "#web/session.ts";
import { LoadingBar } from "#web/ui/loading-bar.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import css from "./shell.module.css";
import { words } from "./words.ts";

const LastSeen = lazy(async () => ({ default: (await import("#web/member/offline/offline.tsx")).LastSeen }));

export function Shell({ children }: { children: ReactNode }) {
  const isLoading = usePageLoading();
  const isAway = useAway(({ saved }) => saved !== null);
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  const [announcement, setAnnouncement] = useState("");
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // Back and forward keep the scroll position; every other new page begins at its top.
    if (navigation !== NavigationType.Pop) scrollTo(0, 0);
    // whoever types a search goes on typing
    if (!document.activeElement?.closest("search")) main.current?.focus({ preventScroll: true });
    setAnnouncement(document.title);
  }, [pathname, navigation]);
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#main">
        {words.skip}
      </a>
      <LoadingBar isLoading={isLoading} />
      <Header />
      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        {isAway && (
          <Suspense>
            <LastSeen />
          </Suspense>
        )}
        {children}
      </main>
      <Footer />
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
    </div>
  );
}
