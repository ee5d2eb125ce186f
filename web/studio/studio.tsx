// The studio, where editors and the owner manage the archive. Loaded on demand; the upload is a chunk of its own.
import { type ComponentType, lazy, Suspense, useEffect, useRef } from "react";
import { Navigate, Link, Route, Routes, useLocation } from "react-router";
import type { User } from "#contract/member.ts";
import { useSite, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { CheckUpPage } from "#web/studio/checkup/check-up.tsx";
import { HistoryPage } from "#web/studio/history/history.tsx";
import { LevelFormContext, type ShowLevelForm } from "#web/studio/inbox/level-form.ts";
import { IncomingFolder } from "#web/studio/upload/incoming.tsx";
import { MembersPage } from "#web/studio/people/members.tsx";
import { RetentionPage } from "#web/studio/cleanup/retention.tsx";
import { type SignInAgain, SignInAgainContext } from "./sign-in-again.ts";
import { SettingsPage } from "#web/studio/settings/settings.tsx";
import { StoragePage } from "#web/studio/storage/storage.tsx";
import css from "./studio.module.css";
import { TrashPage } from "#web/studio/cleanup/trash.tsx";
import { BeingPrepared, WorkPage } from "#web/studio/work/work.tsx";
import { words } from "./words.ts";
import { useQuery } from "@tanstack/react-query";
import { Notice } from "#web/ui/notice.tsx";
import checkUpCss from "#web/studio/checkup/check-up.module.css";
import { checkUpQuery, listBad } from "#web/studio/checkup/queries.ts";
import { words as checkupWords } from "#web/studio/checkup/words.ts";

interface Part {
  path: string;
  name: string;
  Page: ComponentType;
  /** Who sees it, if not every editor. */
  isFor?: (user: User) => boolean;
}

const UploadDesk = lazy(async () => ({ default: (await import("#web/studio/upload/desk.tsx")).UploadDesk }));

const InboxPage = lazy(async () => ({ default: (await import("#web/studio/inbox/inbox.tsx")).InboxPage }));

const GuestsPage = lazy(async () => ({ default: (await import("#web/studio/people/guests/guests.tsx")).GuestsPage }));

const NoticesPage = lazy(async () => ({ default: (await import("#web/studio/notices/notices.tsx")).NoticesPage }));

const isOwner = (user: User) => user.is_owner;

const parts: readonly Part[] = [
  { path: "", name: words.parts.upload, Page: UploadPage },
  { path: "inbox", name: words.parts.inbox, Page: InboxAndRefused },
  { path: "work", name: words.parts.work, Page: WorkPage },
  { path: "storage", name: words.parts.storage, Page: StoragePage },
  { path: "collections", name: words.parts.collections, Page: () => <Navigate to="/collections" replace /> },
  { path: "retention", name: words.parts.retention, Page: RetentionPage },
  { path: "trash", name: words.parts.trash, Page: TrashPage },
  { path: "members", name: words.parts.members, Page: MembersPage, isFor: isOwner },
  { path: "guests", name: words.parts.guests, Page: GuestsOnDemand, isFor: (user) => user.can_invite },
  { path: "history", name: words.parts.history, Page: HistoryPage },
  { path: "settings", name: words.parts.settings, Page: SettingsPage, isFor: isOwner },
  { path: "notices", name: words.parts.notices, Page: NoticesAndSettings, isFor: isOwner },
  { path: "check-up", name: words.parts.checkUp, Page: CheckUpPage, isFor: isOwner },
];

interface Props {
  /** For actions that the server allows only shortly after a login. */
  signInAgain: SignInAgain;
  showLevelForm?: ShowLevelForm;
}

/** The app gives what comes from other folders. */
export function StudioPage({ signInAgain, showLevelForm = () => null }: Props) {
  const { user } = useUser();
  const { site } = useSite();
  const offered = parts.filter(({ isFor }) => !isFor || (user && isFor(user)));
  const { pathname } = useLocation();
  const current = offered.find(({ path }) => pathname.replace(/\/$/, "") === addressOf(path));
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the navigation is wider than the screen.
    nav.current?.querySelector(`[href="${pathname}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  usePageTitle(current && current.path !== "" ? `${current.name} · ${words.title}` : words.title);
  return (
    <SignInAgainContext value={signInAgain}>
      <LevelFormContext value={showLevelForm}>
        <div className={css.studio}>
          <div className={css.head}>
            <h1>{words.title}</h1>
            <nav ref={nav} className={css.parts} aria-label={words.title}>
              {offered.map(({ path, name }) => (
                <Link
                  key={path}
                  to={addressOf(path)}
                  className={css.part}
                  aria-current={path === current?.path ? "page" : undefined}
                >
                  {name}
                </Link>
              ))}
            </nav>
          </div>
          {user?.is_owner && current?.path !== "check-up" && <CheckUpBanner />}
          <Routes>
            {offered.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
            <Route path="*" element={<Navigate to="/404" replace />} />
          </Routes>
          {site && <p className={css.version}>{words.version(site.version)}</p>}
        </div>
      </LevelFormContext>
    </SignInAgainContext>
  );
}

function addressOf(path: string): string {
  return path === "" ? "/studio" : `/studio/${path}`;
}

function InboxAndRefused() {
  return (
    <>
      <Suspense fallback={<Waiting>{words.loadingInbox}</Waiting>}>
        <InboxPage />
      </Suspense>
      <IncomingFolder />
    </>
  );
}

function GuestsOnDemand() {
  return (
    <Suspense fallback={<Waiting>{words.loadingGuests}</Waiting>}>
      <GuestsPage />
    </Suspense>
  );
}

function NoticesAndSettings() {
  return (
    <Suspense fallback={<Waiting>{words.loadingNotices}</Waiting>}>
      <NoticesPage />
    </Suspense>
  );
}

function UploadPage() {
  return (
    <>
      <Suspense fallback={<Waiting>{words.loadingUpload}</Waiting>}>
        <UploadDesk />
      </Suspense>
      <BeingPrepared />
      <IncomingFolder />
    </>
  );
}

// Above every part of the studio, for the owner: what the last check-up found wrong. One fault with its sentence,
// several by name.

const mostShown = 5;

function CheckUpBanner() {
  const { data } = useQuery(checkUpQuery);
  const wrong = data ? listBad(data) : [];
  if (wrong.length === 0) return null;
  return (
    <Notice kind="error" title={checkupWords.banner.title(wrong.length)}>
      <ul className={checkUpCss.wrong}>
        {wrong.slice(0, mostShown).map(({ name, title, sentence }) => (
          <li key={name}>{wrong.length === 1 ? `${title}: ${sentence}` : title}</li>
        ))}
        {wrong.length > mostShown && <li>{checkupWords.banner.more(wrong.length - mostShown)}</li>}
      </ul>
      <Link to="/studio/check-up">{checkupWords.banner.open}</Link>
    </Notice>
  );
}
