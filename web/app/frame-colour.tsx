// The browser's own frame follows the chosen theme: one of the two theme-color lines of index.html applies.
import { useMantineColorScheme } from "@mantine/core";
import { useEffect } from "react";

export function FrameColour() {
  const { colorScheme } = useMantineColorScheme();
  useEffect(() => {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const { theme } = meta.dataset;
      if (colorScheme === "auto") meta.media = `(prefers-color-scheme: ${theme})`;
      else meta.media = theme === colorScheme ? "all" : "not all";
    }
  }, [colorScheme]);
  return null;
}
