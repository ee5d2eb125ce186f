// The list of recordings as the server gives it. Everything the page does with it starts here.
import { queryOptions, skipToken } from "@tanstack/react-query";
import type { VideoInList } from "#contract/video.ts";
import { nextRecording } from "#contract/first-recordings.ts";
import { call } from "./api.ts";

/** How often to reload while there is nothing yet, or something is being prepared, so that new recordings appear. */
const lookAgainMs = 3000;

export const listQuery = queryOptions({
  queryKey: ["videos"],
  queryFn: async ({ signal, client }) => {
    const read = (answer: Response) => readBySteps(answer, (first) => client.setQueryData(firstQuery.queryKey, first));
    return (await call("listVideos", { query: {}, signal, read })).videos;
  },
  // It counts as loaded once the request ends, even on failure; coming back to the page reloads it.
  retry: false,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data?.length === 0 || data?.some((video) => video.state === "preparing") ? lookAgainMs : false,
});

/** The newest ones, known before the last one has arrived: a long list takes seconds on a slow line. */
export const firstQuery = queryOptions<readonly VideoInList[]>({ queryKey: ["first videos"], queryFn: skipToken });

/** A large screen shows so many. */
const screenful = 40;

/** Tells the first ones as soon as they are there. */
async function readBySteps(answer: Response, tell: (first: readonly VideoInList[]) => void): Promise<unknown> {
  if (!answer.ok || !answer.body) return answer.json();
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isTold = false;
  for (;;) {
    const { value, done } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return JSON.parse(text);
    const end = isTold ? -1 : findEnd(text);
    if (end < 0) continue;
    isTold = true;
    tell((JSON.parse(`${text.slice(0, end)}]}`) as { videos: VideoInList[] }).videos);
  }
}

/** Where the last recording of the first screen ends. */
function findEnd(text: string): number {
  let end = 0;
  for (let count = 0; count < screenful && end >= 0; count += 1) end = text.indexOf(nextRecording, end + 1);
  return end;
}
