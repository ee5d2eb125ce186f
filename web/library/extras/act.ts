// What the parts are given to change a recording with.

/** Does it, says so with Undo, and shows the recording as it is then. */
export type Act = (done: string, work: () => Promise<{ change: string | null }>) => void;
