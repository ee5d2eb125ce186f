// 'Login with Twitch' and 'Login with Patreon', where this archive uses them; large ones continue. With Ctrl, Twitch asks to
// log in again.
import type { Provider } from "#contract/member.ts";
import type { Site } from "#contract/site.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { ProviderMark } from "./provider-mark.tsx";
import css from "./sign-in-buttons.module.css";
import { useSignIn } from "./use-sign-in.ts";
import { words } from "./words.ts";

const order: readonly Provider[] = ["twitch", "patreon"];

/** When the site could not be loaded, both are offered: the click loads it again. */
export function SignInButtons({ site, isLarge = false }: { site: Site | undefined; isLarge?: boolean }) {
  const signIn = useSignIn();
  return (
    <div className={css.buttons} data-large={isLarge}>
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
              // On narrow screens both show only 'Login'; the name tells them apart.
              aria-label={words.login[isLarge ? "onward" : "with"](words.providers[provider])}
              aria-busy={isBusy || undefined}
              onClick={(event) => {
                if (!signIn.isPending) signIn.mutate({ provider, forceVerify: event.ctrlKey });
              }}
            >
              {isBusy ? <Spinner /> : <ProviderMark provider={provider} />}
              <span>
                {isLarge ? words.login.onward(words.providers[provider]) : words.login.short}
                {!isLarge && <span className={css.long}>{words.login.longRest(words.providers[provider])}</span>}
              </span>
            </button>
          );
        })}
    </div>
  );
}
