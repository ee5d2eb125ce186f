// Studio > Settings: the archive's own pictures, colour, theme, texts and links.
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "#web/studio/loaded.tsx";
import { AccentForm } from "./accent-form.tsx";
import { PictureField } from "./picture-field.tsx";
import { lookQuery } from "./queries.ts";
import { TextsForm } from "./texts-form.tsx";
import { ThemeForm } from "./theme-form.tsx";
import { Part } from "#web/studio/settings/part.tsx";
import { words } from "./words.ts";

export function LookSettings() {
  const look = useQuery(lookQuery);
  return (
    <Loaded query={look} what={words.what}>
      {(data) => (
        <>
          <Part title={words.title}>
            <PictureField kind="logo" picture={data.logo} />
            <PictureField kind="welcome" picture={data.welcome} />
            <AccentForm accent={data.accent_color} />
            <ThemeForm theme={data.default_theme} />
          </Part>
          <Part title={words.textsTitle}>
            <TextsForm look={data} />
          </Part>
        </>
      )}
    </Loaded>
  );
}
