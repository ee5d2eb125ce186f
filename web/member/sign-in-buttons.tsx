// 'Login with Twitch' and 'Login with Patreon', as far as this archive uses them. Ctrl held asks Twitch to verify again.
import type { Provider } from "#contract/member.ts";
import type { Site } from "#contract/site.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { ProviderMark, providerNames } from "./provider-mark.tsx";
import css from "./sign-in-buttons.module.css";
import { useSignIn } from "./use-sign-in.ts";

const order: readonly Provider[] = ["twitch", "patreon"];

/** Without a site, because it could not be asked, both are offered: the click asks again. */
export function SignInButtons({ site }: { site: Site | undefined }) {
  const signIn = useSignIn();
  return (
    <div className={css.buttons}>
      {order
        .filter((provider) => !site || site[provider])
        .map((provider) => {
          const isBusy = signIn.isPending && signIn.variables.provider === provider;
          return (
            <button
              key={provider}
              type="button"
              className={css.button}
              data-provider={provider}
              // On narrow screens 'Login' is all one sees; the name tells the two apart.
              aria-label={`Login with ${providerNames[provider]}`}
              aria-busy={isBusy || undefined}
              onClick={(event) => {
                if (!signIn.isPending) signIn.mutate({ provider, forceVerify: event.ctrlKey });
              }}
            >
              {isBusy ? <Spinner /> : <ProviderMark provider={provider} />}
              <span>
                Login<span className={css.long}> with {providerNames[provider]}</span>
              </span>
            </button>
          );
        })}
    </div>
  );
}
