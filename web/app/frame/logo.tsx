// The owner's logo, or ours. Until /api/site has answered, the server's note in index.html says which.
import type { Site } from "#contract/site.ts";
import css from "./logo.module.css";
import { Mark } from "./mark.tsx";

export function Logo({ site }: { site: Site | undefined }) {
  "use no memo"; // cheap, and remembering its parts would make the first visit larger
  const { logo, plate } = document.documentElement.dataset;
  const own = site ? site.logo : logo && { url: logo, plate };
  return own ? <img className={css.logo} src={own.url} data-plate={own.plate} alt="" /> : <Mark />;
}
