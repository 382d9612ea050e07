import { writeCsv } from "#src/kit/csv.ts";
import { dayOf, formatTime } from "#src/ui/format.ts";
import type { StatementRow } from "../contract.ts";

/**
 * The statement as a table for spreadsheets, newest first, figures without grouping. Coins that came and coins that went
 * have columns of their own: a cell that starts with a minus sign is written as text.
 */
export function statementCsv(
  rows: readonly StatementRow[],
  texts: { head: readonly string[]; zone: string; nameOf: (row: StatementRow) => string },
): string {
  return writeCsv([
    texts.head,
    ...rows.map((row) => [
      `${dayOf(row.date, texts.zone)} ${formatTime(row.date, texts.zone)}`,
      texts.nameOf(row),
      row.projectName ?? "",
      row.amount > 0 ? String(row.amount) : "",
      row.amount < 0 ? String(-row.amount) : "",
      String(row.balance),
    ]),
  ]);
}
