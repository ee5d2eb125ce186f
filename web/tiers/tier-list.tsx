// The tiers of a campaign to tick: by name, price and number of members; the free one says so.
import type { Campaign } from "#contract/setup.ts";
import fields from "#web/ui/fields/fields.module.css";
import { words } from "./words.ts";

interface Props {
  legend: string;
  campaign: Campaign;
  chosen: readonly string[];
  isFixed?: boolean;
  onChange: (chosen: string[]) => void;
}

export function TierList({ legend, campaign, chosen, isFixed = false, onChange }: Props) {
  const price = (cents: number) =>
    new Intl.NumberFormat(undefined, {
      ...(campaign.currency && { style: "currency" as const, currency: campaign.currency }),
    }).format(cents / 100);
  return (
    <fieldset className={fields.choices} disabled={isFixed}>
      <legend>{legend}</legend>
      {campaign.tiers.map(({ id, title, amount_cents, patrons, is_free }) => (
        <label key={id} className={fields.choice}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
          <span>
            {title}{" "}
            <span className="dim">
              {is_free ? words.free : words.price(price(amount_cents))}, {words.members(patrons)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
