// The title of the browser tab: the page, then the name of the archive.
import { useEffect } from "react";
import { useSite } from "./session.ts";
import { words } from "./words.ts";

/** Null: another part of the page says it. */
export function usePageTitle(page: string | null): void {
  const name = useSite().site?.name;
  useEffect(() => {
    if (page !== null) document.title = name ? words.pageTitle(page, name) : page;
  }, [page, name]);
}
