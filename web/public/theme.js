// Before the first paint: the theme this browser chose, else the owner's. Neither means the system's, which CSS knows by
// itself.
{
  const root = document.documentElement;
  let theme;
  try {
    theme = localStorage.getItem("stagedoor-theme");
  } catch {
    // Storage is switched off.
  }
  theme ??= root.dataset.defaultTheme;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
}
