// A round profile picture; the first letter of the name where there is none, or where it does not load.
import { useState } from "react";
import type { User } from "#contract/member.ts";
import css from "./picture.module.css";

export function Picture({ user }: { user: Pick<User, "name" | "profile_picture"> }) {
  const [failed, setFailed] = useState<string>();
  const source = user.profile_picture;
  if (source && source !== failed) {
    return <img className={css.picture} src={source} alt="" width={36} height={36} onError={() => setFailed(source)} />;
  }
  return (
    <span className={css.picture} aria-hidden="true">
      {firstLetter(user.name)}
    </span>
  );
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? "?";
}
