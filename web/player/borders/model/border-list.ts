// The borders of a set list on the waveform: where each song starts and ends, and how far each can be moved. Pure.
import { isTimed, type Row, tenth, toTenth } from "./rows.ts";

export interface Border {
  key: string;
  row: Row;
  side: "start" | "end";
  at: number;
  /** It can be moved between these. */
  from: number;
  to: number;
  /** The row before ends here, too, and its end moves along. */
  shares: Row | null;
}

export function listBorders(rows: readonly Row[], duration: number): Border[] {
  const timed = rows.filter(isTimed);
  return timed.flatMap((row, index): Border[] => {
    const [before, next] = [timed[index - 1], timed[index + 1]];
    const shares = before !== undefined && before.end === row.start ? before : null;
    const earliest = before === undefined ? 0 : shares || before.end === null ? before.start + tenth : before.end;
    const latest = row.end ?? next?.start;
    const start: Border = {
      ...{ key: `${row.key} start`, row, side: "start", at: row.start, shares },
      ...{ from: toTenth(earliest), to: toTenth(latest === undefined ? duration : latest - tenth) },
    };
    if (row.end === null || row.end === next?.start) return [start];
    const end: Border = {
      ...{ key: `${row.key} end`, row, side: "end", at: row.end, shares: null },
      ...{ from: toTenth(row.start + tenth), to: toTenth(next?.start ?? Math.max(duration, row.end)) },
    };
    return [start, end];
  });
}

export function moveBorder(rows: readonly Row[], border: Border, seconds: number): Row[] {
  const at = Math.max(border.from, Math.min(toTenth(seconds), border.to));
  return rows.map((row) => {
    if (row.key === border.row.key) return { ...row, [border.side]: at };
    return row.key === border.shares?.key ? { ...row, end: at } : row;
  });
}

export function stepBorder(borders: readonly Border[], key: string | null, step: -1 | 1): Border | undefined {
  const index = borders.findIndex((border) => border.key === key);
  if (index < 0) return step === 1 ? borders[0] : borders.at(-1);
  return borders[index + step];
}
