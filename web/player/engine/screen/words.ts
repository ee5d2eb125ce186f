// What people read when playing on a television fails.
export const words = {
  unplayable: "That screen can’t play this recording. It plays here again.",
  noneFound: "No screen was found. It has to be switched on, and on the same network as this device.",
  unsupported: "This browser can’t send this recording to a screen.",
} as const;
