// The title of the browser tab: the page, then the name of the archive.
import { useEffect } from "react";
import { useSite } from "./session.ts";
import { words } from "./words.ts";

export function usePageTitle(page: string): void {
  const name = useSite().site?.name;
  useEffect(() => {
    document.title = name ? words.pageTitle(page, name) : page;
  }, [page, name]);
}
