// The round picture in the header: a greeting on hover and focus, the account menu on click.
// The code of the menu is loaded when the pointer or the focus reaches the picture.
import { lazy, Suspense, useId, useState } from "react";
import type { User } from "#contract/member.ts";
import css from "./account-button.module.css";
import { Picture } from "./picture.tsx";
import { words } from "#web/member/words.ts";

const loadMenu = () => import("./account-menu.tsx");
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

export function AccountButton({ user }: { user: User }) {
  "use no memo"; // cheap, and remembering its parts would make the first visit larger
  const [greeting, setGreeting] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const welcome = () => {
    setGreeting(greet(user.name, new Date()));
    void loadMenu().catch(() => undefined);
  };
  const hush = () => setGreeting(undefined);
  return (
    <div className={css.account} onPointerEnter={welcome} onPointerLeave={hush}>
      <button
        type="button"
        className={css.button}
        aria-label={words.account}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={greeting ? id : undefined}
        onFocus={welcome}
        onBlur={hush}
        onKeyDown={(event) => event.key === "Escape" && hush()}
        onClick={() => setOpen(true)}
      >
        <Picture user={user} />
      </button>
      {greeting && !isOpen && (
        <span role="tooltip" id={id} className={css.greeting}>
          {greeting}
        </span>
      )}
      {isOpen && (
        <Suspense>
          <AccountMenu user={user} close={() => setOpen(false)} />
        </Suspense>
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
