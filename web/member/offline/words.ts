// What people read when the page was started without a connection.
export const words = {
  title: "No connection",
  text: "The archive cannot be reached. Check your connection. This page continues by itself when the connection is back.",
  saved: "Listen to what you have saved",
  tryAgain: "Try again",
} as const;
