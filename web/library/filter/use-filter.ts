// The filter is kept in the address, so that Back, a bookmark and a shared link all restore it.
import { useSearchParams } from "react-router";
import { useUser } from "#web/session.ts";
import { type Filter, readFilter, writeFilter } from "./filter.ts";

export function useFilter(): { filter: Filter; change: (changes: Partial<Filter>) => void } {
  const [query, setQuery] = useSearchParams();
  const { user } = useUser();
  const canEdit = user?.can_edit ?? false;
  return {
    filter: readFilter(query, { canEdit }),
    change: (changes) =>
      setQuery((old) => writeFilter(old, { ...readFilter(old, { canEdit }), ...changes }), { replace: true }),
  };
}

export const everything: Omit<Filter, "sort"> = { year: null, isHiddenOnly: false, isUnfinishedOnly: false };
