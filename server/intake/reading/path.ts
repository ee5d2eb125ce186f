// What the name of a file and those of its folders say together. Pure.
import { readFileName, type Named } from "./file-name.ts";
import type { Witness } from "./found.ts";
import { makeMoment, type Moment } from "./moment.ts";

interface Path {
  name: string;
  /** The nearest one last. */
  folders?: readonly string[];
  isNumbered?: boolean;
  isAlone?: boolean;
  channel?: string;
  isNameUnclear?: boolean;
}

/** "2018-08-11 Open Air/CD1/part2.mp4" is "Open Air, CD 1, part 2" of that day. */
export function readPath(
  { name, folders = [], isAlone = false, isNameUnclear = false, ...common }: Path,
  zone: string,
): Witness[] {
  const file = readFileName(name, { ...common, zone });
  const folder = readFolders(folders, zone);
  const weak = <T extends string>(field: T, isWeak: boolean) => (isWeak ? [field] : []);
  // a name that a device made up says no more than the folder of that day
  const isNamed = folder.title !== "" && file.isUntitled && (isAlone || file.part !== undefined || folder.isOfDay);
  const isRest = isAlone && file.part === undefined;
  const title = [folder.title, ...folder.parts, ...(isRest ? [] : [file.part ?? file.title])].join(", ");
  return [
    {
      source: "file-name",
      said: { ...(!isNamed && { title: file.title }), ...(file.moment && { moment: file.moment }) },
      weak: [...weak("title", file.isTitleGuess || isNameUnclear), ...weak("moment", file.isDateGuess)],
    },
    {
      source: "folder-name",
      said: { ...(isNamed && { title }), ...(folder.moment && { moment: folder.moment }) },
      weak: [
        ...weak("title", folder.isTitleGuess || (!isRest && file.part === undefined)),
        ...weak("moment", folder.isDateGuess),
      ],
    },
  ];
}

interface Folders {
  title: string;
  /** The names of the folders between the one with the title and the file, such as "CD 1". */
  parts: string[];
  moment: Moment | undefined;
  /** The folder with the title is of a day. */
  isOfDay: boolean;
  isTitleGuess: boolean;
  isDateGuess: boolean;
}

/** Folders that devices and programs make, and those in which people keep everything. */
const general = new Set(
  `dcim, private, m4root, avchd, bdmv, stream, clip, camera, camera roll, video, videos, movies, films, music, audio, recordings, concerts, shows,
  downloads, download, documents, files, media, uploads, exports, backup, backups, archive, old, new folder, neuer ordner, desktop, incoming,
  import, misc, temp, tmp, phone, obs, zoom, twitch, youtube, yt-dlp`.split(/,\s+/),
);

function isGeneral(name: string): boolean {
  return (
    general.has(
      name
        .toLowerCase()
        .replaceAll(/[\d()]/g, "")
        .trim(),
    ) || /^\d{3}[a-z_]{3,8}$/i.test(name)
  );
}

function readFolders(names: readonly string[], zone: string): Folders {
  const parts: string[] = [];
  let title: Named | undefined;
  let dated: Pick<Named, "moment" | "isDateGuess"> | undefined;
  for (const [index, name] of [...names.entries()].toReversed()) {
    const read = readFileName(`${name}.dir`, { zone });
    const numbers = readNumbers(names.slice(0, index + 1), zone);
    const found = numbers ? { moment: numbers, isDateGuess: false } : read;
    if (found.moment) dated ??= found;
    const isYear = /^(?:19|20)\d\d$/.test(name) || numbers !== undefined;
    if (title || isYear || isGeneral(name)) continue;
    if (read.part !== undefined) parts.unshift(read.part);
    else if (!read.isUntitled && read.title !== "") title = read;
  }
  const isOfDay = title?.moment?.precision === "day" || title?.moment?.precision === "time";
  return {
    title: title?.title ?? "",
    parts,
    moment: dated?.moment,
    isOfDay,
    isTitleGuess: !isOfDay || (title?.isTitleGuess ?? true),
    isDateGuess: dated?.isDateGuess ?? false,
  };
}

/** …/2018/08/11 */
function readNumbers(names: readonly string[], zone: string): Moment | undefined {
  const at = names.findLastIndex((name) => /^(?:19|20)\d\d$/.test(name));
  const [year, month, day, ...more] = at < 0 ? [] : names.slice(at);
  if (year === undefined || more.length > 0) return undefined;
  if (![month, day].every((one) => one === undefined || /^\d\d$/.test(one))) return undefined;
  return makeMoment({ year, month, day }, zone);
}
