// A form for each channel: where it sends to, and a test that shows what the other server said.
import { useId } from "react";
import type { NoticeSettings, TestChannel } from "#contract/notices.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import rows from "#web/studio/rows.module.css";
import fields from "#web/ui/fields/fields.module.css";
import { ChannelForm } from "./channel-form.tsx";
import css from "./notices.module.css";
import { useChangeNotices, useTry } from "./queries.ts";
import { words } from "./words.ts";

export function Channels({ settings }: { settings: NoticeSettings }) {
  const change = useChangeNotices();
  const { allows_private: inside } = settings;
  return (
    <section className={rows.part} aria-label={words.settings}>
      <h2>{words.settings}</h2>
      <div className={css.channels}>
        <ChannelForm name="discord" place={settings.discord} test={<Try channel="discord" />} />
        <ChannelForm name="discord_trouble" place={settings.discord_trouble} test={<Try channel="discord-trouble" />} />
        <ChannelForm
          name="webhook"
          place={settings.webhook}
          more={[{ name: "webhook_secret", label: words.forms.webhook.secret, value: "", isSecret: true }]}
          test={<Try channel="webhook" />}
        />
        <ChannelForm
          name="mail"
          place={settings.mail}
          more={[
            { name: "mail_from", label: words.forms.mail.from, ...settings.mail_from },
            { name: "trouble_mail", label: words.forms.mail.trouble, ...settings.trouble_mail },
          ]}
          test={<Try channel="mail" />}
        />
        <fieldset className={css.channel}>
          <legend className={css.legend}>{words.push.title}</legend>
          <p className={fields.hint}>{words.push.hint}</p>
          <Try channel="push" />
        </fieldset>
        <Summary settings={settings} />
        <div className={css.channel}>
          {inside.is_fixed ? (
            <p>{words.private}</p>
          ) : (
            <Switch
              label={words.private}
              checked={change.isPending ? (change.variables.allows_private ?? inside.value) : inside.value}
              onChange={(allows_private) => change.mutate({ allows_private })}
            />
          )}
          <p className={fields.hint}>{inside.is_fixed ? words.fixed : words.privateHint}</p>
        </div>
      </div>
    </section>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function Summary({ settings: { summary_hour: hour, time_zone } }: { settings: NoticeSettings }) {
  const id = useId();
  const change = useChangeNotices();
  const shown = change.isPending ? (change.variables.summary_hour ?? null) : hour.value;
  return (
    <div className={css.channel}>
      <div className={css.field}>
        <label className={fields.label} htmlFor={id}>
          {words.summary(time_zone)}
        </label>
        <select
          id={id}
          className={fields.input}
          value={shown ?? ""}
          disabled={hour.is_fixed}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => change.mutate({ summary_hour: target.value === "" ? null : Number(target.value) })}
        >
          <option value="">{words.never}</option>
          {hours.map((one) => (
            <option key={one} value={one}>
              {words.oClock(one)}
            </option>
          ))}
        </select>
      </div>
      <p id={`${id}-hint`} className={fields.hint}>
        {hour.is_fixed ? words.fixed : words.summaryHint}
      </p>
    </div>
  );
}

function Try({ channel }: { channel: TestChannel }) {
  const id = useId();
  const tested = useTry(channel);
  const { data } = tested;
  return (
    <>
      <div className={css.buttons}>
        <Button type="button" busy={tested.isPending} aria-describedby={id} onClick={() => tested.mutate()}>
          {words.test}
        </Button>
      </div>
      <output id={id} className={css.answer} data-state={data && !data.arrived ? "failed" : undefined}>
        {data && (data.arrived ? words.arrived(data.answer) : words.failed(data.answer))}
      </output>
    </>
  );
}
