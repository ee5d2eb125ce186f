// How the archive looks, as the server knows it, and the changes of it. Each says that it is done, with Undo, or why not.
import { queryOptions, useMutation } from "@tanstack/react-query";
import { makeAccent, writeTokens } from "#contract/accent.ts";
import type { Look, LookChange, PictureKind } from "#contract/look.ts";
import { call } from "#web/api.ts";
import { siteQuery } from "#web/session.ts";
import { useActing } from "#web/studio/acting.ts";
import { showDone } from "#web/undo/undo.ts";
import { lookWords as words } from "#web/studio/settings/words.ts";

export const lookQuery = queryOptions({
  queryKey: ["look"],
  queryFn: ({ signal }) => call("getLook", { signal }),
});

type Wanted = { fields: LookChange } | { kind: PictureKind; file: File | null };

export function useLookChange() {
  const { queries, tell } = useActing();
  const refresh = async () => {
    showAccent((await queries.fetchQuery({ ...lookQuery, staleTime: 0 })).accent_color.value);
    await queries.invalidateQueries({ queryKey: siteQuery.queryKey });
  };
  return useMutation({
    mutationFn: (wanted: Wanted) => ask(wanted),
    onError: tell,
    onSuccess: ({ look, change }: { look: Look; change: string | null }) => {
      queries.setQueryData(lookQuery.queryKey, look);
      showAccent(look.accent_color.value);
      void queries.invalidateQueries({ queryKey: siteQuery.queryKey });
      showDone({ message: change === null ? words.nothing : words.saved, changes: change, tell, refresh });
    },
  });
}

async function ask(wanted: Wanted) {
  if ("fields" in wanted) return call("changeLook", { body: wanted.fields });
  const params = { kind: wanted.kind };
  if (wanted.file === null) return call("deletePicture", { params });
  if (wanted.file.size > mostBytes) throw new Error(words.tooLarge);
  return call("savePicture", { params, body: { picture: await readBase64(wanted.file) } });
}

const mostBytes = 10 * 2 ** 20;

async function readBase64(file: File): Promise<string> {
  const buffer = await file.arrayBuffer().catch(() => undefined);
  if (!buffer) throw new Error(words.unreadable);
  const bytes = new Uint8Array(buffer);
  // in parts: a call takes only so many arguments
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) =>
    String.fromCharCode(...bytes.subarray(n * partBytes, (n + 1) * partBytes)),
  );
  return btoa(parts.join(""));
}

const partBytes = 8192;

/** Applies it to this page; the server writes it into the next one. */
function showAccent(color: string): void {
  const { style } = document.documentElement;
  document.querySelector("style[data-accent]")?.remove();
  for (const token of Object.keys(writeTokens(makeAccent("#000000")))) style.removeProperty(token);
  if (color === "") return;
  for (const [token, value] of Object.entries(writeTokens(makeAccent(color)))) style.setProperty(token, value);
}
