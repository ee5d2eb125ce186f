// The rows of the set list; the chosen one is open for editing.
import type { Engine } from "#web/player/engine/engine.ts";
import { formatTenths } from "#web/player/time.ts";
import { Button } from "#web/ui/button.tsx";
import { RowForm } from "./row-form.tsx";
import { type ChangeRows, fillEnds, isTimed, nameRow, type Row } from "#web/player/borders/model/rows.ts";
import css from "./rows.module.css";
import { words } from "#web/player/borders/words.ts";

interface Props {
  id: string;
  engine: Engine;
  rows: readonly Row[];
  change: ChangeRows;
  chosen: string | null;
  choose: (row: Row) => void;
  duration: number;
}

export function RowList({ id, engine, rows, change, chosen, choose, duration }: Props) {
  if (rows.length === 0) return <p className={css.dim}>{words.list.empty}</p>;
  const hasOpenEnds = rows.some((row) => isTimed(row) && row.end === null);
  return (
    <div className={css.list}>
      <ol aria-label={words.list.label} className={css.rows}>
        {rows.map((row, index) => (
          <li key={row.key} className={css.row} data-chosen={row.key === chosen}>
            {row.part !== null && row.part !== rows[index - 1]?.part && (
              <h3 className={css.part}>
                <bdi>{row.part}</bdi>
              </h3>
            )}
            <Summary row={row} isChosen={row.key === chosen} choose={() => choose(row)} duration={duration} />
            {row.key === chosen && (
              <RowForm {...{ id, engine, row, rows, change, duration }} hasNext={index < rows.length - 1} />
            )}
          </li>
        ))}
      </ol>
      {hasOpenEnds && (
        <Button className={css.fill} onClick={() => change(fillEnds(rows, duration))}>
          {words.fillEnds}
        </Button>
      )}
    </div>
  );
}

interface SummaryProps {
  row: Row;
  isChosen: boolean;
  choose: () => void;
  duration: number;
}

function Summary({ row, isChosen, choose, duration }: SummaryProps) {
  const title = nameRow(row).trim();
  return (
    <button type="button" className={css.summary} aria-expanded={isChosen} onClick={choose}>
      <span className={css.time}>{row.start === null ? words.list.noTime : formatTenths(row.start, duration)}</span>
      <span className={css.title} data-empty={title === ""}>
        <bdi>{title || words.unnamed}</bdi>
      </span>
      <span className={css.time}>{row.end === null ? "" : formatTenths(row.end, duration)}</span>
    </button>
  );
}
