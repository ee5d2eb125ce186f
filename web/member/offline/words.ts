// What people read while there is no connection.
export const words = {
  title: "No connection",
  text: "The archive cannot be reached. Check your connection. This page continues by itself when the connection is back.",
  saved: "Listen to what you have saved",
  tryAgain: "Try again",
  seen: "No connection. This is the archive as you last saw it; what you have saved plays.",
  toSaved: "Saved on this device",
} as const;
