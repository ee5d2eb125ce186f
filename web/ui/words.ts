// Every text of these parts that a person can read.
export const words = {
  loadingPage: "Loading page",
  tryAgain: "Try again",
  cancel: "Cancel",
  toasts: {
    region: "Messages",
    close: "Close message",
  },
  theme: {
    label: "Theme",
    auto: "System",
    light: "Light",
    dark: "Dark",
  },
} as const;
