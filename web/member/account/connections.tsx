// The connected accounts: connect the other provider, or disconnect one as long as another remains.
import type { Provider, User } from "#contract/member.ts";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./account-row.module.css";
import { Disconnect } from "./disconnect.tsx";
import { ProviderMark } from "#web/member/provider-mark.tsx";
import { useSignIn } from "#web/member/use-sign-in.ts";
import { words as memberWords } from "#web/member/words.ts";
import { words } from "./words.ts";

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
        const name = memberWords.providers[provider];
        const { account, connect, connectThis, connectAgain, connectAgainThis } = words.connections;
        return (
          <li key={provider} className={css.row}>
            <ProviderMark provider={provider} />
            <div className={css.words}>
              <span>{identity ? account(name, identity.name) : name}</span>
              <small data-state={identity?.state}>{stateOf(identity)}</small>
            </div>
            {(!identity || identity.state === "revoked") && site?.[provider] && (
              <Button
                size="small"
                aria-label={identity ? connectAgainThis(name) : connectThis(name)}
                busy={signIn.isPending && signIn.variables.provider === provider}
                onClick={(event) => signIn.mutate({ provider, forceVerify: event.ctrlKey })}
              >
                {identity ? connectAgain : connect}
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
  if (!identity) return words.connections.notConnected;
  if (identity.state === "revoked") return words.connections.ended;
  return identity.state === "gone" ? words.connections.gone : words.connections.connected;
}
