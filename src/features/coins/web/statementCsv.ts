import { writeCsv } from "#src/kit/csv.ts";
import { dayOf, formatTime } from "#src/ui/format.ts";
import type { StatementRow } from "../contract.ts";

/** The statement as a table for spreadsheets, newest first, figures without grouping. */
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
      String(row.amount),
      String(row.balance),
    ]),
  ]);
}
