// Every migration, by hand and in order. A released one is never changed: what follows is a new file.
import type { Database } from "#server/database/open.ts";
import * as members from "./001-members.ts";
import * as work from "./002-work.ts";
import * as videos from "./003-videos.ts";
import * as media from "./004-media.ts";
import * as positions from "./005-positions.ts";
import * as retention from "./006-retention.ts";
import * as checks from "./007-checks.ts";
import * as studio from "./008-studio.ts";
import * as notices from "./009-notices.ts";
import * as postgresIndexes from "./010-postgres-indexes.ts";
import * as deathsAndEnds from "./011-deaths-and-ends.ts";
import * as judged from "./012-judged.ts";
import * as settings from "./013-settings.ts";
import * as songs from "./014-songs.ts";
import * as brought from "./015-brought.ts";
import * as lists from "./016-lists.ts";
import * as mergedSongs from "./017-merged-songs.ts";
import * as sitePictures from "./018-site-pictures.ts";
import * as feeds from "./019-feeds.ts";
import * as word from "./020-word.ts";
import * as sizesAndSound from "./021-sizes-and-sound.ts";
import * as mergedNames from "./022-merged-names.ts";
import * as guests from "./024-guests.ts";
import * as backups from "./025-backups.ts";

interface Migration {
  up(db: Database): Promise<void>;
}

export const migrations: Readonly<Record<string, Migration>> = {
  "001-members": members,
  "002-work": work,
  "003-videos": videos,
  "004-media": media,
  "005-positions": positions,
  "006-retention": retention,
  "007-checks": checks,
  "008-studio": studio,
  "009-notices": notices,
  "010-postgres-indexes": postgresIndexes,
  "011-deaths-and-ends": deathsAndEnds,
  "012-judged": judged,
  "013-settings": settings,
  "014-songs": songs,
  "015-brought": brought,
  "016-lists": lists,
  "017-merged-songs": mergedSongs,
  "018-site-pictures": sitePictures,
  "019-feeds": feeds,
  "020-word": word,
  "021-sizes-and-sound": sizesAndSound,
  "022-merged-names": mergedNames,
  "024-guests": guests,
  "025-backups": backups,
};
