// The tab's title: the page's own words, then the archive's name.
import { useEffect } from "react";
import { useSite } from "./session.ts";

export function usePageTitle(page: string): void {
  const name = useSite().site?.name;
  useEffect(() => {
    document.title = name ? `${page} · ${name}` : page;
  }, [page, name]);
}
