// The providers connected to this account: connect the other one, or disconnect one as long as another remains.
import type { Provider, User } from "#contract/member.ts";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./account-row.module.css";
import { Disconnect } from "./disconnect.tsx";
import { ProviderMark, providerNames } from "#web/member/provider-mark.tsx";
import { useSignIn } from "#web/member/use-sign-in.ts";

const order: readonly Provider[] = ["twitch", "patreon"];
type Identity = User["identities"][number];

export function Connections({ user }: { user: User }) {
  const { site } = useSite();
  const signIn = useSignIn();
  const isLast = user.identities.length <= 1;
  return (
    <ul className={css.rows}>
      {order.map((provider) => {
        const identity = user.identities.find((one) => one.provider === provider);
        if (!identity && !site?.[provider]) return null;
        return (
          <li key={provider} className={css.row}>
            <ProviderMark provider={provider} />
            <div className={css.words}>
              <span>{identity ? `${providerNames[provider]}: ${identity.name}` : providerNames[provider]}</span>
              <small data-state={identity?.state}>{stateOf(identity)}</small>
            </div>
            {(!identity || identity.state === "revoked") && site?.[provider] && (
              <Button
                size="small"
                aria-label={`${identity ? "Connect again with" : "Connect"} ${providerNames[provider]}`}
                busy={signIn.isPending && signIn.variables.provider === provider}
                onClick={(event) => signIn.mutate({ provider, forceVerify: event.ctrlKey })}
              >
                {identity ? "Connect again" : "Connect"}
              </Button>
            )}
            {identity && !isLast && <Disconnect provider={provider} />}
          </li>
        );
      })}
    </ul>
  );
}

function stateOf(identity: Identity | undefined): string {
  if (!identity) return "Not connected";
  if (identity.state === "revoked") return "You withdrew the permission. Connect again to renew it.";
  return identity.state === "gone" ? "This account no longer exists there" : "Connected";
}
