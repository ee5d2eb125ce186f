// Which files a recording has: its original, what was made of it, and what can be downloaded.
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Answer } from "#contract/api.ts";
import type { Video } from "#contract/video.ts";
import { call } from "#web/api.ts";
import { formatBytes, formatDay } from "#web/studio/format.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { videoKey } from "#web/video-query.ts";
import css from "./editor.module.css";
import { words } from "./words.ts";

const { files } = words;

const filesQuery = (id: string) =>
  queryOptions({
    queryKey: [...videoKey, id, "files"],
    queryFn: ({ signal }) => call("listFiles", { params: { id }, signal }),
  });

export function Files({ video: { id, media } }: { video: Video }) {
  const problem = media?.preparation.problem;
  return (
    <div className={css.part}>
      {problem && (
        <p>
          <strong>{files.problem}:</strong> {problem}
        </p>
      )}
      <Loaded query={useQuery(filesQuery(id))} what={files.what}>
        {({ original, made }) => (
          <>
            <h3>{files.original}</h3>
            {original ? (
              <ul className={css.files}>
                <li>
                  <bdi>{original.name}</bdi> <span>{formatBytes(original.bytes)}</span>
                </li>
                <li>
                  <span>{files.added(formatDay(original.added_at))}</span>
                </li>
              </ul>
            ) : (
              <p className={css.hint}>{files.noOriginal}</p>
            )}
            <h3>{files.made(made.length, formatBytes(made.reduce((sum, { bytes }) => sum + bytes, 0)))}</h3>
            <ul className={css.files}>
              {[...Map.groupBy(made, kindOf)].map(([kind, all]) => (
                <li key={kind}>
                  <span>{files.kinds[kind]}</span>
                  <span>{formatBytes(all.reduce((sum, { bytes }) => sum + bytes, 0))}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {media?.downloads?.map(({ what, url }) => (
        <a key={what} href={url} download>
          {files.download[what]}
        </a>
      ))}
    </div>
  );
}

/** People do not know the names of the files. */
function kindOf({ kind }: Answer<"listFiles">["made"][number]): keyof typeof files.kinds {
  if (kind.startsWith("brought")) return "kept";
  if (kind.startsWith("video")) return "video";
  if (kind.startsWith("captions")) return "captions";
  return kind.includes("audio") ? "audio" : "pictures";
}
