import { useEffect, useRef, useState } from "react";
import { api } from "#src/ui/client/api.ts";
import { useEngineLabels } from "#src/ui/i18n/engineTexts.ts";
import { preloadTexts, useTranslation } from "#src/ui/i18n/index.ts";
import { saveFile, textFile } from "#src/ui/saveFile.ts";
import { failureText } from "#src/ui/client/toastFailure.ts";
import { toast } from "#src/ui/toastStore.ts";
import type { ListedRun, RunFilter } from "../contract.ts";
import { statusNameOf } from "./RunCells.tsx";

/** Runs of one request, the most that it may ask for. */
const pageSize = 200;

/** Every run of a filter, page by page. */
async function readAll(filter: RunFilter, signal: AbortSignal): Promise<ListedRun[]> {
  const all: ListedRun[] = [];
  for (let cursor: string | undefined; ;) {
    const page = { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) };
    const { runs, nextCursor } = await api.runs.listRuns({ ...filter, ...page }, { signal });
    all.push(...runs);
    if (nextCursor === undefined) return all;
    cursor = nextCursor;
  }
}

const columns = ["started", "workflow", "project", "engine", "seconds", "status", "spent", "held", "returned"] as const;
const tokenColumns = ["tokensIn", "tokensOut"] as const;

/** Saves all runs of the view as a table, loaded or not. */
export function useRunsExport(filter: RunFilter, zone: string, workflowOf: (workflow: string) => string) {
  const { t } = useTranslation(["runs", "messages"]);
  const engineOf = useEngineLabels();
  const [isBusy, setBusy] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const own = (control.current = new AbortController());
    try {
      const [runs, { runsCsv }] = await Promise.all([readAll(filter, own.signal), import("./runsCsv.ts")]);
      const name = `${t("export.file")}.csv`;
      const words = { head: [...columns, ...tokenColumns].map((key) => t(`export.${key}`)), sum: t("export.sum") };
      saveFile(
        name,
        textFile(
          runsCsv(runs, {
            zone,
            words,
            workflowOf,
            engineOf: ({ engine }) => engineOf(engine),
            statusOf: (run) => t(`status.${statusNameOf(run)}`),
          }),
          "text/csv",
        ),
      );
      toast({ tone: "ok", title: t("export.done", { count: runs.length, name }) });
    } catch (cause) {
      if (own.signal.aborted) return;
      await preloadTexts("messages").catch(() => undefined);
      toast({ tone: "danger", title: t("export.failed"), text: failureText(cause).description });
    } finally {
      if (!own.signal.aborted) setBusy(false);
    }
  };
  return { isBusy, save };
}
