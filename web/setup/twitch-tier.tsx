// Who may watch: the lowest tier of a subscription at Twitch.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SetUp } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { ChannelChoice, type Level } from "#web/tiers/channel-choice.tsx";
import { words as common } from "#web/tiers/words.ts";
import { SaveTiers } from "./save-tiers.tsx";

export function TwitchTier({ twitch, onChange }: { twitch: SetUp["twitch"]; onChange: (after: SetUp) => void }) {
  const [level, setLevel] = useState((twitch.min_tier ?? "1000") as Level);
  const save = useMutation({
    mutationFn: () => call("chooseTwitchTier", { body: { min_tier: level } }),
    onSuccess: onChange,
  });
  return (
    <SaveTiers save={save} isReady={twitch.is_ready}>
      <ChannelChoice legend={common.whoMayWatch} level={level} onChange={setLevel} />
    </SaveTiers>
  );
}
