// Where notices are sent: a part for each channel, with a test that shows what the other server said, and one Save for all of it.
import { type ReactNode, useId } from "react";
import type { NoticeSettings, TestChannel } from "#contract/notices.ts";
import { OnOff, Select } from "#web/studio/settings/fields.tsx";
import { type FieldOf, Sheet, useDraft } from "#web/studio/settings/sheet.tsx";
import rows from "#web/studio/rows.module.css";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import fields from "#web/ui/fields/fields.module.css";
import css from "./notices.module.css";
import { useChangeNotices, useTry } from "./queries.ts";
import { words } from "./words.ts";

const places = ["discord", "discord_trouble", "webhook", "mail"] as const;
type Place = (typeof places)[number];

export function Channels({ settings }: { settings: NoticeSettings }) {
  const { mail_from, trouble_mail, allows_private: inside, summary_hour: hour } = settings;
  const secret = ({ is_fixed }: { is_fixed: boolean }) => ({ value: "", is_fixed });
  // an address is a secret: what is typed replaces it
  const draft = useDraft("notices", {
    ...{ discord: secret(settings.discord), discord_trouble: secret(settings.discord_trouble) },
    ...{ webhook: secret(settings.webhook), webhook_secret: secret(settings.webhook), mail: secret(settings.mail) },
    ...{ mail_from, trouble_mail },
    summary_hour: { value: hour.value === null ? "" : String(hour.value), is_fixed: hour.is_fixed },
    allows_private: inside,
  });
  const save = useChangeNotices();
  const { of } = draft;
  return (
    <section className={rows.part} aria-label={words.settings}>
      <h2>{words.settings}</h2>
      <Sheet
        draft={draft}
        names={words.names}
        save={({ summary_hour: at, ...changed }) =>
          save.mutateAsync({ ...changed, ...(at !== undefined && { summary_hour: at === "" ? null : Number(at) }) })
        }
      >
        <div className={css.channels}>
          <Channel name="discord" test="discord" {...{ settings, of }} />
          <Channel name="discord_trouble" test="discord-trouble" {...{ settings, of }} />
          <Channel name="webhook" test="webhook" {...{ settings, of }}>
            <Field isOptional label={words.forms.webhook.secret} isSecret {...of("webhook_secret")} />
          </Channel>
          <Channel name="mail" test="mail" {...{ settings, of }}>
            <Field isOptional label={words.forms.mail.from} {...of("mail_from")} />
            <Field isOptional label={words.forms.mail.trouble} {...of("trouble_mail")} />
          </Channel>
          <fieldset className={css.channel}>
            <legend className={css.legend}>{words.push.title}</legend>
            <p className={fields.hint}>{words.push.hint}</p>
            <Try channel="push" />
          </fieldset>
          <div className={css.channel}>
            <Select
              label={words.summary(settings.time_zone)}
              hint={words.summaryHint}
              options={[{ value: "", name: words.never }, ...hours]}
              {...of("summary_hour")}
            />
          </div>
          <div className={css.channel}>
            <OnOff label={words.private} hint={words.privateHint} {...of("allows_private")} />
          </div>
        </div>
      </Sheet>
    </section>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), name: words.oClock(hour) }));

interface ChannelProps {
  name: Place;
  test: TestChannel;
  settings: NoticeSettings;
  of: (name: Place) => FieldOf<string>;
  children?: ReactNode;
}

function Channel({ name, test, settings: { [name]: place }, of, children }: ChannelProps) {
  const { title, label, hint } = words.forms[name];
  const save = useChangeNotices();
  return (
    <fieldset className={css.channel}>
      <legend className={css.legend}>{title}</legend>
      <p className={fields.hint}>{sayPlace(place)}</p>
      <Field isOptional label={label} isSecret {...of(name)} />
      {children}
      <p className={fields.hint}>{hint}</p>
      {place.host !== null && (
        <Try channel={test}>
          {!place.is_fixed && (
            <Button look="quiet" busy={save.isPending} onClick={() => save.mutate({ [name]: "" })}>
              {words.remove}
            </Button>
          )}
        </Try>
      )}
    </fieldset>
  );
}

function sayPlace({ host, is_fixed }: NoticeSettings["discord"]): string {
  if (host === null) return words.isNotSet;
  return is_fixed ? words.isSet(host) : `${words.isSet(host)} ${words.replace}`;
}

/** It goes where notices go now, not to what is typed and not saved yet. */
function Try({ channel, children }: { channel: TestChannel; children?: ReactNode }) {
  const id = useId();
  const tested = useTry(channel);
  const { data } = tested;
  return (
    <>
      <div className={css.buttons}>
        <Button busy={tested.isPending} aria-describedby={id} onClick={() => tested.mutate()}>
          {words.test}
        </Button>
        {children}
      </div>
      <output id={id} className={css.answer} data-state={data && !data.arrived ? "failed" : undefined}>
        {data && (data.arrived ? words.arrived(data.answer) : words.failed(data.answer))}
      </output>
    </>
  );
}
