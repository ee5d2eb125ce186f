// How the page knows the first recordings of the whole list before the last one has arrived.

/** Stands between two recordings of the list, and nowhere else: in JSON a line break within a text is written as \\n. */
export const nextRecording = ",\n";
