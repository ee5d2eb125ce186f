// The home page for those who may view: the recordings. The list itself takes the place of Empty.
import { useSite } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Empty } from "./empty.tsx";
import css from "./home.module.css";

export function HomePage() {
  const { site } = useSite();
  usePageTitle("Home");
  return (
    <div className={css.home}>
      <h1>{site?.name ?? "Archive"}</h1>
      <Empty />
    </div>
  );
}
