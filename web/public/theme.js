// Before the first paint: the theme this browser chose. Nothing stored means the system's, which CSS knows by itself.
try {
  const theme = localStorage.getItem("stagedoor-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}
