// After connecting: who may watch. Saving it makes the connection count.
import { type ReactNode, useState } from "react";
import type { Connections } from "#contract/setup.ts";
import { CampaignChoice } from "#web/tiers/campaign-choice.tsx";
import { ChannelChoice, type Level } from "#web/tiers/channel-choice.tsx";
import { beginChoice } from "#web/tiers/choice.ts";
import { words as common } from "#web/tiers/words.ts";
import { Button } from "#web/ui/button.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { useSaveConnection } from "./queries.ts";
import { words } from "./words.ts";

interface CampaignProps {
  patreon: Connections["patreon"];
  tierIds: readonly string[];
  cancel: ReactNode;
}

export function CampaignForm({ patreon: { campaigns }, tierIds, cancel }: CampaignProps) {
  const [choice, setChoice] = useState(() => beginChoice(campaigns, { campaignId: null, tierIds }));
  return (
    <Save chosen={choice} cancel={cancel}>
      <CampaignChoice campaigns={campaigns} choice={choice} onChange={setChoice} />
    </Save>
  );
}

export function ChannelForm({ cancel }: { cancel: ReactNode }) {
  const [level, setLevel] = useState<Level>("1000");
  return (
    <Save chosen={{ min_tier: level }} cancel={cancel}>
      <ChannelChoice legend={common.whoMayWatch} level={level} onChange={setLevel} />
    </Save>
  );
}

interface SaveProps {
  chosen: Parameters<ReturnType<typeof useSaveConnection>["mutate"]>[0];
  cancel: ReactNode;
  children: ReactNode;
}

function Save({ chosen, cancel, children }: SaveProps) {
  const save = useSaveConnection();
  return (
    <form
      className={fields.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(chosen);
      }}
    >
      {children}
      <div className={fields.buttons}>
        <Button type="submit" look="lamp" busy={save.isPending}>
          {words.save}
        </Button>
        {cancel}
      </div>
    </form>
  );
}
