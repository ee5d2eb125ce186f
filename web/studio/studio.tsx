// The studio, where editors and the owner manage the archive: its rail, and which address shows which page. Each page is loaded on demand.
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense } from "react";
import { Link, Navigate, Route, Routes, useLocation } from "react-router";
import type { User } from "#contract/member.ts";
import { useSite, useUser } from "#web/session.ts";
import checkUpCss from "#web/studio/checkup/check-up.module.css";
import { checkUpQuery, listBad } from "#web/studio/checkup/queries.ts";
import { checkupWords, words } from "./words.ts";
import { LevelFormContext, type ShowLevelForm } from "#web/studio/inbox/level-form.ts";
import { inboxQuery } from "#web/studio/inbox/queries.ts";
import { usePageTitle } from "#web/title.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Rail } from "./rail.tsx";
import { type SignInAgain, SignInAgainContext } from "./sign-in-again.ts";
import css from "./studio.module.css";

interface Place {
  /** Below /studio. */
  path: string;
  /** The name in the rail, and above the page if it has no title. */
  name: string;
  title?: string;
  Page: ComponentType;
  /** A whole page of another folder, with a heading of its own and pages below it. */
  isWhole?: true;
  /** Who sees it, if not every editor. */
  isFor?: (user: User) => boolean;
}

interface Group {
  name: string;
  sign: string;
  places: readonly Place[];
}

function onDemand(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

const isOwner = (user: User) => user.is_owner;
const canInvite = (user: User) => user.can_invite;
const { groups: names, pages: said } = words;

type WholePages = Record<"Collections" | "Songs", ComponentType>;

const overview: Place = {
  ...{ path: "", name: said.overview },
  Page: onDemand(async () => (await import("#web/studio/overview/overview.tsx")).OverviewPage),
};

const upload: Place = {
  ...{ path: "upload", name: said.upload },
  Page: onDemand(async () => (await import("#web/studio/upload/upload-page.tsx")).UploadPage),
};

const live: Place = {
  ...{ path: "live", name: said.live },
  Page: onDemand(async () => (await import("#web/studio/live/live.tsx")).LivePage),
};

const recordings: Place = {
  ...{ path: "recordings", name: said.recordings, isWhole: true },
  Page: onDemand(async () => (await import("#web/studio/recordings/recordings.tsx")).RecordingsPage),
};

const inbox: Place = {
  ...{ path: "inbox", name: said.inbox },
  Page: onDemand(async () => (await import("#web/studio/inbox/inbox.tsx")).InboxPage),
};

const people: readonly Place[] = [
  {
    ...{ path: "members", name: said.members, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/people/members.tsx")).MembersPage),
  },
  {
    ...{ path: "guests", name: said.guests, isFor: canInvite },
    Page: onDemand(async () => (await import("#web/studio/people/guests/guests.tsx")).GuestsPage),
  },
  {
    ...{ path: "levels", name: said.levels, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/settings/levels/levels.tsx")).LevelsPage),
  },
];

const storage: readonly Place[] = [
  {
    ...{ path: "storage", name: said.use, title: names.storage },
    Page: onDemand(async () => (await import("#web/studio/storage/storage.tsx")).StoragePage),
  },
  {
    ...{ path: "cleanup", name: said.cleanup },
    Page: onDemand(async () => (await import("#web/studio/cleanup/retention.tsx")).RetentionPage),
  },
  {
    ...{ path: "trash", name: said.trash },
    Page: onDemand(async () => (await import("#web/studio/cleanup/trash.tsx")).TrashPage),
  },
];

const activity: readonly Place[] = [
  {
    ...{ path: "history", name: said.history },
    Page: onDemand(async () => (await import("#web/studio/history/history.tsx")).HistoryPage),
  },
  {
    ...{ path: "heard", name: said.heard },
    Page: onDemand(async () => (await import("#web/studio/heard/heard.tsx")).HeardPage),
  },
  {
    ...{ path: "notices", name: said.notices, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/notices/notices.tsx")).NoticesPage),
  },
];

const settings: readonly Place[] = [
  {
    ...{ path: "settings/general", name: said.general, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/settings/general.tsx")).GeneralPage),
  },
  {
    ...{ path: "settings/looks", name: said.looks, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/settings/looks/looks.tsx")).LooksPage),
  },
  {
    ...{ path: "settings/access", name: said.access, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/settings/access.tsx")).AccessPage),
  },
  {
    ...{ path: "settings/sharing", name: said.sharing, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/settings/sharing/sharing.tsx")).SharingPage),
  },
  {
    ...{ path: "settings/backups", name: said.backups, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/settings/backups/backups.tsx")).BackupsPage),
  },
  {
    ...{ path: "settings/check-up", name: said.checkUp, isFor: isOwner },
    Page: onDemand(async () => (await import("#web/studio/checkup/check-up.tsx")).CheckUpPage),
  },
];

function listGroups({ Collections, Songs }: WholePages): readonly Group[] {
  const collections: Place = { path: "collections", name: said.collections, Page: Collections, isWhole: true };
  const songs: Place = { path: "songs", name: said.songs, Page: Songs, isWhole: true };
  return [
    { name: names.overview, sign: "M3.5 9.5 10 4l6.5 5.5V16h-4v-4h-5v4h-4z", places: [overview] },
    {
      ...{ name: names.content, sign: "M3 5.5h5l1.5 2H17V15.5H3z" },
      places: [recordings, inbox, collections, songs, upload, live],
    },
    {
      ...{
        name: names.people,
        sign: "M8 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6m-5 7v-1a4 4 0 0 1 4-4h2a4 4 0 0 1 4 4v1m0-13a3 3 0 0 1 0 6m4 7v-1a4 4 0 0 0-3-3.8",
      },
      places: people,
    },
    {
      ...{ name: names.storage, sign: "M3.5 5c0 3 13 3 13 0s-13-3-13 0v10c0 3 13 3 13 0V5M3.5 10c0 3 13 3 13 0" },
      places: storage,
    },
    { name: names.activity, sign: "M2.5 10.5H6l2.5-7 4 13 2-6h3", places: activity },
    { name: names.settings, sign: "M3 6.5h3m4 0h7M3 13.5h7m4 0h3M8 4.5v4M12 11.5v4", places: settings },
  ];
}

interface Props extends Partial<WholePages> {
  /** Actions that the server allows only shortly after a login. */
  signInAgain: SignInAgain;
  showLevelForm?: ShowLevelForm;
}

const nothing = () => null;

/** The app gives what comes from other folders. */
export function StudioPage({ signInAgain, showLevelForm = nothing, Collections = nothing, Songs = nothing }: Props) {
  const { user } = useUser();
  const { site } = useSite();
  const groups = listGroups({ Collections, Songs }).map((group) => ({
    ...group,
    places: group.places.filter(({ isFor }) => !isFor || (user && isFor(user))),
  }));
  const offered = groups.flatMap(({ places }) => places);
  const address = useLocation().pathname.replace(/\/$/, "");
  const current = offered.find((place) => isAt(place, address));
  usePageTitle(sayTitle(current));
  const { data: waiting } = useQuery({ ...inboxQuery, staleTime: 60_000, refetchInterval: false });
  return (
    <SignInAgainContext value={signInAgain}>
      <LevelFormContext value={showLevelForm}>
        <div className={css.studio}>
          <Rail
            current={current && addressOf(current)}
            groups={groups.map(({ name, sign, places }) => ({
              ...{ name, sign },
              pages: places.map((place) => ({
                ...{ name: place.name, address: addressOf(place) },
                count: place === inbox ? waiting?.total : undefined,
              })),
            }))}
          />
          <div className={current?.isWhole ? `${css.content} ${css.whole}` : css.content}>
            {current && !current.isWhole && (
              <div className={css.head}>
                <h1>{current.title ?? current.name}</h1>
                {current === overview && <UploadLink />}
              </div>
            )}
            {user?.is_owner && current !== overview && current?.path !== "settings/check-up" && <CheckUpBanner />}
            <Suspense fallback={<Waiting>{words.loadingPage}</Waiting>}>
              <Routes>
                {offered.map(({ path, Page, isWhole }) => (
                  <Route key={path} path={isWhole ? `${path}/:id?` : path} element={<Page />} />
                ))}
                <Route path="settings" element={<MovedSettings />} />
                {Object.entries(moved).map(([path, to]) => (
                  <Route key={path} path={path} element={<Moved to={to} />} />
                ))}
                <Route path="*" element={<Navigate to="/404" replace />} />
              </Routes>
            </Suspense>
            {site && <p className="dim">{words.version(site.version)}</p>}
          </div>
        </div>
      </LevelFormContext>
    </SignInAgainContext>
  );
}

function addressOf({ path }: Place): string {
  return path === "" ? "/studio" : `/studio/${path}`;
}

function isAt(place: Place, address: string): boolean {
  const own = addressOf(place);
  return address === own || (place.isWhole === true && address.startsWith(`${own}/`));
}

/** Null: the page says it. */
function sayTitle(place: Place | undefined): string | null {
  if (!place || place === overview) return words.title;
  return place.isWhole ? null : `${place.title ?? place.name} · ${words.title}`;
}

/** Where pages were before. */
const moved = { work: "upload", retention: "cleanup", "check-up": "settings/check-up" };

function Moved({ to }: { to: string }) {
  const { search } = useLocation();
  return <Navigate to={`/studio/${to}${search}`} replace />;
}

/** All settings were one page, with a link to each part of it. */
const movedParts: Record<string, string> = {
  "#levels": "levels",
  "#logins": "settings/access",
  "#patreon": "settings/access",
  "#twitch": "settings/access",
  "#downloads": "settings/sharing",
  "#shared-moments": "settings/sharing",
  "#backups": "settings/backups",
  "#how-it-looks": "settings/looks",
  "#texts-and-links": "settings/looks",
};

function MovedSettings() {
  return <Moved to={movedParts[useLocation().hash] ?? "settings/general"} />;
}

function UploadLink() {
  return (
    <Link to={addressOf(upload)} className={css.upload}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M10 12.5v-9m0 0L6.5 7M10 3.5 13.5 7M3.5 12v4.5h13V12" />
      </svg>
      {said.upload}
    </Link>
  );
}

// Above every page for the owner: what the last check-up found wrong. One fault with its sentence, several by name.

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
      <Link to="/studio/settings/check-up">{checkupWords.banner.open}</Link>
    </Notice>
  );
}
