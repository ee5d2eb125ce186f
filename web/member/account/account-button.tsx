// The round picture in the header: a greeting on hover and focus, and the way to the account.
import { useId, useState } from "react";
import { Link } from "react-router";
import type { User } from "#contract/member.ts";
import css from "./account-button.module.css";
import { Picture } from "./picture.tsx";
import { words } from "#web/member/words.ts";

export function AccountButton({ user }: { user: User }) {
  const [greeting, setGreeting] = useState<string>();
  const id = useId();
  const welcome = () => setGreeting(greet(user.name, new Date()));
  const hush = () => setGreeting(undefined);
  return (
    <div className={css.account} onPointerEnter={welcome} onPointerLeave={hush}>
      <Link
        to="/account"
        className={css.button}
        aria-label={words.account}
        aria-describedby={greeting ? id : undefined}
        onFocus={welcome}
        onBlur={hush}
        onKeyDown={(event) => event.key === "Escape" && hush()}
        onClick={hush}
      >
        <Picture user={user} />
      </Link>
      {greeting && (
        <span role="tooltip" id={id} className={css.greeting}>
          {greeting}
        </span>
      )}
    </div>
  );
}

/** The greeting on hovering the profile picture, by the local time of the browser. */
export function greet(name: string, now: Date): string {
  return words.greeting[partOfDay(now.getHours())](name);
}

function partOfDay(hour: number): keyof typeof words.greeting {
  if (hour >= 2 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}
