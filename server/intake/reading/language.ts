// The name of a language, as it stands in the name of a file. Pure.

/** As in `pt-BR`; null when it is not the name of a language. */
export function readLanguage(text: string): string | null {
  try {
    const { baseName, language } = new Intl.Locale(text.replaceAll("_", "-"));
    if (language === "und" || baseName.length > 35) return null;
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(language) ? baseName : null;
  } catch {
    return null;
  }
}
