// The guests and links as the server knows them, and how a change of them is made.
import { queryOptions, useMutation } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { showDone } from "#web/undo/undo.ts";
import { useActing } from "#web/studio/acting.ts";
import { refresh } from "#web/studio/queries.ts";

export const guestsQuery = queryOptions({
  queryKey: ["guests"],
  queryFn: ({ signal }) => call("listGuests", { signal }),
});

interface Wish {
  act: () => Promise<{ change: string | null }>;
  message: string;
}

/** Says what was done, with Undo, or why it was refused. */
export function useGuestChange() {
  const { queries, tell } = useActing();
  const again = async () => {
    await Promise.all([queries.invalidateQueries(guestsQuery), refresh(queries, "members")]);
  };
  return useMutation({
    mutationFn: ({ act }: Wish) => act(),
    onError: tell,
    onSuccess: ({ change }, { message }) => {
      showDone({ message, changes: change, tell, refresh: again });
      return again();
    },
  });
}

/** The end of that day where this browser is; null when no day is chosen. */
export function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** The day as a date field writes it. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

export function inDays(days: number): string {
  return dayOf(new Date(Date.now() + days * 86_400_000));
}
