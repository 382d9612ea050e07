import { useState } from "react";
import { readCsv } from "#src/kit/csv.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Dialog } from "#src/ui/Dialog.tsx";
import { FileDrop } from "#src/ui/FileDrop.tsx";
import { Select } from "#src/ui/Select.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { columnsOf, type ImportField, importFields, maxRows, readLeads, tableText } from "./leadImport.ts";
import { leads as leadsStore } from "./store.ts";
import { bulkLimit } from "./useLeadActions.ts";
import cx from "./LeadImport.module.css";

export interface LeadImportProps {
  onClose: () => void;
}

/** Bytes of one file at most. */
const maxBytes = 5_000_000;
/** The choice of a column that is left out: a select needs a value for it. */
const none = "none";

interface Table {
  file: string;
  head: string[];
  rows: string[][];
  columns: (ImportField | undefined)[];
}

const chunksOf = <T,>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / bulkLimit) }, (_, at) => all.slice(at * bulkLimit, (at + 1) * bulkLimit));

/** Reads a table of leads: a file, what its columns mean, and how many leads that makes, before anything is added. */
export function LeadImport({ onClose }: LeadImportProps) {
  const { t } = useTranslation(["leads", "common"]);
  const dispatch = useThunkDispatch();
  const [table, setTable] = useState<Table>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const labelOf = (field: ImportField): string => t(`field.${field}`);
  const read = async (file: File | undefined): Promise<void> => {
    setProblem(undefined);
    if (!file) return;
    if (file.size > maxBytes) return setProblem(t("import.tooLarge"));
    const [head, ...rows] = readCsv(tableText(new Uint8Array(await file.arrayBuffer())));
    if (!head || rows.length === 0) return setProblem(t("import.noRows"));
    if (rows.length > maxRows) return setProblem(t("import.tooMany", { count: maxRows }));
    setTable({ file: file.name, head, rows, columns: columnsOf(head, labelOf) });
  };
  const found = table && readLeads(table.rows, table.columns, { file: table.file, at: new Date().toISOString() });
  const undo = async (ids: readonly string[]): Promise<void> => {
    try {
      for (const chunk of chunksOf(ids)) await dispatch(leadsStore.removeMany(chunk)).unwrap();
    } catch {
      toast({ tone: "danger", title: t("failed.delete"), text: t("failed.text") });
    }
  };
  const add = async (): Promise<void> => {
    if (!found || found.leads.length === 0) return;
    setBusy(true);
    const ids: string[] = [];
    try {
      for (const chunk of chunksOf(found.leads))
        ids.push(...(await dispatch(leadsStore.createMany(chunk)).unwrap()).map(({ id }) => id));
      onClose();
      toast({
        title: t("import.done", { count: ids.length }),
        action: { label: t("common:action.undo"), run: () => void undo(ids) },
      });
    } catch {
      setBusy(false);
      // What was added stays; the rest of the table is offered again.
      if (table) setTable({ ...table, rows: rowsAfter(table, ids.length) });
      setProblem(
        ids.length > 0
          ? t("import.partly", { count: ids.length })
          : t(navigator.onLine ? "import.failed" : "import.offline"),
      );
    }
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t("import.title")}
      description={t("import.text")}
      footer={
        <Button
          variant="primary"
          busy={isBusy}
          disabled={!found || found.leads.length === 0}
          onClick={() => void add()}
        >
          {t("import.add", { count: found?.leads.length ?? 0 })}
        </Button>
      }
    >
      {problem ? <Alert tone="danger" title={problem} /> : null}
      {table ? (
        <div className={cx("import-table")}>
          <ul>
            {table.head.map((name, at) => (
              <li key={at}>
                <div>
                  <b>{name || t("import.unnamed", { number: at + 1 })}</b>
                  <span>{table.rows.map((row) => row[at] ?? "").find((cell) => cell.trim() !== "") ?? ""}</span>
                </div>
                <Select
                  label={t("import.column", { name: name || String(at + 1) })}
                  value={table.columns[at] ?? none}
                  onChange={(value) => {
                    const field = importFields.find((one) => one === value);
                    // A field is filled by one column.
                    const columns = table.columns.map((one, index) =>
                      index === at ? field : one === field ? undefined : one,
                    );
                    setTable({ ...table, columns });
                  }}
                  choices={[
                    { value: none, label: t("import.leaveOut") },
                    ...importFields.map((value) => ({ value, label: labelOf(value) })),
                  ]}
                />
              </li>
            ))}
          </ul>
          <p role="status">
            {t("import.found", { count: found?.leads.length ?? 0 })}
            {found && found.nameless > 0 ? ` ${t("import.nameless", { count: found.nameless })}` : ""}
            {found && found.dropped > 0 ? ` ${t("import.dropped", { count: found.dropped })}` : ""}
          </p>
        </div>
      ) : (
        <FileDrop
          files={[]}
          onAdd={([file]) => void read(file)}
          onRemove={() => undefined}
          accept=".csv,.tsv,.txt"
          max={1}
        />
      )}
    </Dialog>
  );
}

/** Rows that are still to be added after so many leads. */
function rowsAfter({ rows, columns, file }: Table, done: number): string[][] {
  let left = done;
  return rows.filter((row) => {
    const isLead = readLeads([row], columns, { file, at: new Date().toISOString() }).leads.length > 0;
    if (isLead && left > 0) {
      left -= 1;
      return false;
    }
    return true;
  });
}
