// Every migration, by hand and in order. A released one is never changed: what follows is a new file.
import type { Database } from "#server/database/open.ts";
import * as members from "#server/database/migrations/001-members.ts";
import * as work from "#server/database/migrations/002-work.ts";
import * as videos from "#server/database/migrations/003-videos.ts";
import * as media from "#server/database/migrations/004-media.ts";
import * as positions from "#server/database/migrations/005-positions.ts";
import * as retention from "#server/database/migrations/006-retention.ts";
import * as checks from "#server/database/migrations/007-checks.ts";
import * as studio from "#server/database/migrations/008-studio.ts";
import * as notices from "#server/database/migrations/009-notices.ts";
import * as postgresIndexes from "#server/database/migrations/010-postgres-indexes.ts";
import * as deathsAndEnds from "#server/database/migrations/011-deaths-and-ends.ts";
import * as judged from "#server/database/migrations/012-judged.ts";
import * as settings from "#server/database/migrations/013-settings.ts";
import * as songs from "#server/database/migrations/014-songs.ts";
import * as brought from "#server/database/migrations/015-brought.ts";
import * as lists from "#server/database/migrations/016-lists.ts";
import * as mergedSongs from "#server/database/migrations/017-merged-songs.ts";
import * as sitePictures from "#server/database/migrations/018-site-pictures.ts";
import * as feeds from "#server/database/migrations/019-feeds.ts";
import * as word from "#server/database/migrations/020-word.ts";
import * as sizesAndSound from "#server/database/migrations/021-sizes-and-sound.ts";
import * as mergedNames from "#server/database/migrations/022-merged-names.ts";
import * as guests from "#server/database/migrations/024-guests.ts";
import * as backups from "#server/database/migrations/025-backups.ts";
import * as levels from "#server/database/migrations/026-levels.ts";
import * as playing from "#server/database/migrations/028-playing.ts";
import * as endingsAndLocks from "#server/database/migrations/029-endings-and-locks.ts";
import * as moments from "#server/database/migrations/030-moments.ts";
import * as collections from "#server/database/migrations/031-collections.ts";
import * as opened from "#server/database/migrations/032-opened.ts";
import * as screens from "#server/database/migrations/033-screens.ts";
import * as live from "#server/database/migrations/034-live.ts";
import * as wordsOfAudio from "#server/database/migrations/035-words-of-audio.ts";
import * as search from "#server/database/migrations/036-search.ts";
import * as folding from "#server/database/migrations/037-fold.ts";
import * as guestDecisions from "#server/database/migrations/038-guest-decisions.ts";
import * as studioTable from "#server/database/migrations/045-studio-table.ts";
import * as drafts from "#server/database/migrations/046-drafts.ts";
import * as streamKeys from "#server/database/migrations/047-stream-keys.ts";
import * as onlyKnown from "#server/database/migrations/040-only-known.ts";
import * as uploadDetails from "#server/database/migrations/043-upload-details.ts";
import * as setUpKey from "#server/database/migrations/039-set-up-key.ts";
import * as heard from "#server/database/migrations/044-heard.ts";

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
  "026-levels": levels,
  "028-playing": playing,
  "029-endings-and-locks": endingsAndLocks,
  "030-moments": moments,
  "031-collections": collections,
  "032-opened": opened,
  "033-screens": screens,
  "034-live": live,
  "035-words-of-audio": wordsOfAudio,
  "036-search": search,
  "037-fold": folding,
  "038-guest-decisions": guestDecisions,
  "039-set-up-key": setUpKey,
  "040-only-known": onlyKnown,
  "043-upload-details": uploadDetails,
  "044-heard": heard,
  "045-studio-table": studioTable,
  "046-drafts": drafts,
  "047-stream-keys": streamKeys,
};
