// What surrounds every page: skip link, loading bar, header, footer. Moves the focus and announces the title on a change of page.
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigationType, Link } from "react-router";
import { useAway } from "#web/memory/away.ts";
import { usePageLoading, useSite, useUser } from "#web/session.ts";
import { Header } from "./header.tsx";
import css from "./shell.module.css";
import { frameWords as words } from "#web/app/words.ts";
import { ThemeSwitch } from "#web/ui/theme-switch.tsx";
import footerCss from "./footer.module.css";
import loadingBarCss from "#web/ui/loading-bar.module.css";
import { words as loadingBarWords } from "#web/ui/words.ts";

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

/**
 * The footer of every page: the theme for people without an account, the owner's contact and privacy page, and a note
 * when this is a demo.
 */
function Footer() {
  const { user, isChecked } = useUser();
  const { site } = useSite();
  return (
    <footer className={footerCss.footer}>
      <span>{site?.demo && words.demo}</span>
      {site?.contact && <a href={site.contact}>{words.contact}</a>}
      {site?.privacy && <Link to="/privacy">{words.privacy}</Link>}
      {isChecked && !user && <ThemeSwitch />}
    </footer>
  );
}

/** The thin line at the top while a page's code is loading; it fills up when that is done. */
export function LoadingBar({ isLoading }: { isLoading: boolean }) {
  const [phase, setPhase] = useState<"idle" | "loading" | "done">("idle");
  if (isLoading && phase !== "loading") setPhase("loading");
  if (!isLoading && phase === "loading") setPhase("done");
  useEffect(() => {
    if (phase !== "done") return;
    const timer = setTimeout(() => setPhase("idle"), 400);
    return () => clearTimeout(timer);
  }, [phase]);
  if (phase === "idle") return null;
  return <progress className={loadingBarCss.bar} aria-label={loadingBarWords.loadingPage} data-phase={phase} />;
}
