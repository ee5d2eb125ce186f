// Everything an upload can be refused with. Editors read these on the upload page; others read them in a tus client.
export const words = {
  /** For an upload whose file has no name. */
  untitled: "Upload",

  // headers of a request
  badHeaders: (what: string) => `The upload's headers cannot be read: ${what}.`,
  wrongPartType: (type: string) => `Send each part of the file as ${type}.`,
  wrongMethod: (methods: readonly string[]) => `X-HTTP-Method-Override must be one of ${methods.join(", ")}.`,
  wrongVersion: (version: string) => `This server uses tus ${version}. Send that as Tus-Resumable.`,
  noConcat: "Upload-Concat is not supported. Send the file as one upload, part after part.",
  noDeferLength: "Upload-Defer-Length is not supported. Send the size of the file as Upload-Length.",
  notANumber: (name: string) =>
    name === "Upload-Length"
      ? "Send the size of the file in bytes as Upload-Length, a whole number."
      : "Send the position of the part in bytes as Upload-Offset, a whole number.",
  noPartLength: "Send the length of each part as Content-Length.",
  fileTooLarge: "The file is too large. A file can be at most 64 GB.",
  partTooLarge: "The part is too large. Send the file in parts of at most 16 MiB.",
  unknownChecksum: (names: readonly string[]) => `Upload-Checksum must use one of ${names.join(", ")}.`,
  badChecksum: (name: string) => `Send Upload-Checksum as "${name}", a space, and the checksum in base64.`,

  // a part that arrived
  partDamaged: "This part arrived damaged and was not kept. Please send it again.",
  partCutOff: "The connection ended before the whole part arrived. Please send it again.",
  partWrongLength: "The part is not as long as its Content-Length says. Please send it again.",
  partInterrupted: "This part was interrupted. Please ask for the current offset and continue there.",
  wrongOffset: "The upload does not continue at this offset. Please ask for the current one.",
  partBeyondEnd: "This part goes beyond the end of the file.",

  // an upload as a whole
  tooManyUploads: (most: number) => `${most} uploads are running already. Please wait until one of them has finished.`,
  ended: "This upload was cancelled in the studio. Please start it again if you still need it.",
  beingAdded: "The upload is complete and the file is being added to the archive. Please wait a moment.",
  alreadyArrived: "The upload is already complete. To change the title or date, edit the recording.",
  diskFull: "The archive's disk is full. What was uploaded so far is kept. Please try again when there is space.",
} as const;
