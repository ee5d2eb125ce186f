// The addresses of the owner's pictures, and the pictures behind them. Only those that are shown now: an earlier one is
// kept for Undo, and not found for anybody.
import type { LookConfig } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import type { SitePicture } from "#server/setting-rules.ts";

const types = {
  "logo.png": "image/png",
  "icon.png": "image/png",
  "solid.png": "image/png",
  "wide.webp": "image/webp",
  "small.webp": "image/webp",
  "share.jpg": "image/jpeg",
} as const;
type FileName = keyof typeof types;

/** Outside of /api/, which search engines and previews of links are asked not to read. */
export const pictureFolder = "/pictures";

export function addressOf(picture: SitePicture | null, name: FileName): string | null {
  return picture && `${pictureFolder}/${picture.id}/${name}`;
}

export async function findPicture(
  db: Database,
  { logo, welcomePicture }: Pick<LookConfig, "logo" | "welcomePicture">,
  { id, name }: { id: string; name: string },
): Promise<{ type: string; bytes: Uint8Array } | undefined> {
  const isShown = logo?.id === id || welcomePicture?.id === id;
  if (!isShown || !Object.hasOwn(types, name)) return undefined;
  const row = await db
    .selectFrom("site_picture")
    .select("bytes")
    .where("id", "=", id)
    .where("name", "=", name)
    .executeTakeFirst();
  return row && { type: types[name as FileName], bytes: row.bytes };
}
