// What Mantine's components need to know in numbers; their colours come from ui/tokens.css by way of mantine.css.
import { createTheme } from "@mantine/core";

export const theme = createTheme({
  primaryColor: "lamp",
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  colors: {
    lamp: [
      "#fff6e8",
      "#ffe9c9",
      "#ffdaa3",
      "#ffc77a",
      "#ffb454",
      "#f7a93b",
      "#b86a00",
      "#9d5a00",
      "#8f5200",
      "#6b3d00",
    ],
  },
  fontFamily: "var(--face)",
  headings: { fontFamily: "var(--face)", fontWeight: "650" },
  defaultRadius: "var(--radius-control)",
  cursorType: "pointer",
  respectReducedMotion: true,
});
