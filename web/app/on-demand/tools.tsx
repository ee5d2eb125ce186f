// The buttons below a recording that the app puts there: "Save on this device", and for editors what they can do with it.
import { lazy, Suspense } from "react";
import type { Video } from "#contract/video.ts";
import { useUser } from "#web/session.ts";
import { SaveTools } from "./save-tools.tsx";

const VideoTools = lazy(async () => ({ default: (await import("./video-tools.tsx")).VideoTools }));

/** Those of editors are loaded only for editors. */
export function Tools({ video }: { video: Video }) {
  const { user } = useUser();
  return (
    <>
      {video.media?.audio && <SaveTools wanted={[video]} videoBytes={video.media.small_video?.bytes ?? null} />}
      {user?.can_edit && (
        <Suspense>
          <VideoTools video={video} />
        </Suspense>
      )}
    </>
  );
}
