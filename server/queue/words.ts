// What editors read about a job that ended early.
import { sayCount } from "#server/say-count.ts";

export const words = {
  cancelled: "This job was cancelled.",
  closing: "The server is stopping.",
  leaseLost: "Another server may have taken over this job. Please reload the page.",
  serverStopped: (times: number) =>
    `The server stopped ${sayCount(times, "time")} during this job, so it is not tried again automatically. Check the server's memory and log, then choose Try again.`,
} as const;
