// What to do at the provider's developer page, with the redirect address to copy, and the client that comes from there.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Provider } from "#contract/member.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { Refused } from "#web/ui/fields/refused.tsx";
import fields from "#web/ui/fields/fields.module.css";
import css from "./client-form.module.css";
import { words } from "./words.ts";

interface Props<T> {
  provider: Provider;
  redirect: string;
  /** Asks the server to try the client at the provider. */
  tryClient: (client: { client_id: string; client_secret: string }) => Promise<T>;
  onChange: (after: T) => void;
}

export function ClientForm<T>({ provider, redirect, tryClient, onChange }: Props<T>) {
  const said = words.providers[provider];
  const [id, setId] = useState("");
  const [secret, setSecret] = useState("");
  const check = useMutation({
    mutationFn: () => tryClient({ client_id: id, client_secret: secret }),
    onSuccess: onChange,
  });
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate();
      }}
    >
      <ol className={css.todo}>
        {said.before.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <CopyField label={words.client.redirect} text={redirect} />
      <p>{said.copyHere}</p>
      <Field label={words.client.id} value={id} onChange={setId} />
      <Field label={words.client.secret} value={secret} onChange={setSecret} isSecret />
      <Refused problem={check.error} />
      <div>
        <Button type="submit" look="lamp" busy={check.isPending}>
          {words.client.check(said.name)}
        </Button>
      </div>
    </form>
  );
}

function CopyField({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={css.copy}>
      <Field label={label} value={text} />
      <Button
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        <span aria-live="polite">{isCopied ? words.client.copied : words.client.copy}</span>
      </Button>
    </div>
  );
}
