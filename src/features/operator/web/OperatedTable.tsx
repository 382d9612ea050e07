import type { ReactNode } from "react";
import { Table } from "#src/ui/Table.tsx";
import cx from "./OperatorPage.module.css";

/** Head of a column; that of figures is marked. */
export type OperatedColumn = string | { figure: string };

/** A table as every part of the page has it: lines of one height that scroll to the side. */
export function OperatedTable({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: readonly OperatedColumn[];
  /** Rows. */
  children: ReactNode;
}) {
  return (
    <div className={cx("operated")}>
      <Table caption={caption}>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === "string" ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <th key={column.figure} scope="col" className="r">
                  {column.figure}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Table>
    </div>
  );
}
