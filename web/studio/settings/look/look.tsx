// Studio > Settings: the archive's own pictures, colour, theme, texts and links.
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { AccentForm } from "./accent-form.tsx";
import { PictureField } from "./picture-field.tsx";
import { lookQuery } from "./queries.ts";
import { TextsForm } from "./texts-form.tsx";
import { ThemeForm } from "./theme-form.tsx";
import { words } from "./words.ts";

export function LookSettings() {
  const look = useQuery(lookQuery);
  return (
    <Loaded query={look} what={words.what}>
      {(data) => (
        <>
          <section className={rows.part} aria-label={words.title}>
            <h2>{words.title}</h2>
            <PictureField kind="logo" picture={data.logo} />
            <PictureField kind="welcome" picture={data.welcome} />
            <AccentForm accent={data.accent_color} />
            <ThemeForm theme={data.default_theme} />
          </section>
          <section className={rows.part} aria-label={words.textsTitle}>
            <h2>{words.textsTitle}</h2>
            <TextsForm look={data} />
          </section>
        </>
      )}
    </Loaded>
  );
}
