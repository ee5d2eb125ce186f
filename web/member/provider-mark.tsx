// The providers' marks, in the colour of the text around them.
import type { Provider } from "#contract/member.ts";
import css from "./provider-mark.module.css";

const shapes: Record<Provider, string> = {
  twitch:
    "M11.571 4.714h1.715v5.143H11.57zm4.715 0H18v5.143h-1.714zM6 0L1.714 4.286v15.428h5.143V24l4.286-4.286h3.428L22.286 12V0zm14.571 11.143l-3.428 3.428h-3.429l-3 3v-3H6.857V1.714h13.714Z",
  patreon:
    "M22.957 7.21c-.004-3.064-2.391-5.576-5.191-6.482-3.478-1.125-8.064-.962-11.384.604C2.357 3.231 1.093 7.391 1.046 11.54c-.039 3.411.302 12.396 5.369 12.46 3.765.047 4.326-4.804 6.068-7.141 1.24-1.662 2.836-2.132 4.801-2.618 3.376-.836 5.678-3.501 5.673-7.031Z",
};

export function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <svg className={css.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[provider]} />
    </svg>
  );
}
