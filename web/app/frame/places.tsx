// The places of the archive: a row in the header, and tabs at the bottom of a phone.
import { NavLink } from "react-router";
import type { User } from "#contract/member.ts";
import css from "./places.module.css";
import { frameWords as words } from "#web/app/words.ts";

const signs = {
  home: "M3.5 9.5 10 4l6.5 5.5V16h-4v-4h-5v4h-4z",
  search: "M9 4a5 5 0 1 0 0 10 5 5 0 0 0 0-10m3.6 8.6 4 4",
  songs: "M7.5 15V5l8-1.5V13M7.5 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0m8-2a2 2 0 1 1-4 0 2 2 0 0 1 4 0",
  library: "M4.5 4v12M8.5 4v12M11.5 4.5l4 11.5",
  studio: "M4 3v6M4 13v4M10 3v2M10 9v8M16 3v8M16 15v2M2 11h4M8 7h4M14 13h4",
} as const;
const addresses = { home: "/", search: "/search", songs: "/songs", library: "/lists", studio: "/studio" } as const;

export function Places({ user }: { user: User }) {
  const all = ["home", "search", "songs", "library", "studio"] as const;
  return (
    <nav className={css.places} aria-label={words.places}>
      {all
        .filter((place) => (place === "studio" ? user.can_edit : user.can_view))
        .map((place) => (
          <NavLink
            key={place}
            to={addresses[place]}
            end={place === "home"}
            className={css.place ?? ""}
            data-place={place}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={signs[place]} />
            </svg>
            {words[place]}
          </NavLink>
        ))}
    </nav>
  );
}
