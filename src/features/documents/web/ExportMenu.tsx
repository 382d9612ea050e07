import { Braces, CodeXml, Copy, Download, FileText, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import { tablesOf, toCsv, type ExportTable } from "../csv.ts";
import { fileNameOf, toHtml, toJson, toMarkdown, type ExportFacts, type ExportWords } from "../rendering.ts";
import { copyText } from "#src/shell/copyText.ts";
import { hasText, useTranslation } from "#src/shell/i18n/index.ts";
import { Button } from "#src/shell/ui/Button.tsx";
import { formatDateTime } from "#src/shell/ui/format.ts";
import { Icon } from "#src/shell/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/shell/ui/Menu.tsx";
import { toast } from "#src/shell/ui/toastStore.ts";
import type { ReadDocument } from "./readDocument.ts";
import { claimChecks } from "./readDraft.ts";

export interface ExportMenuProps {
  revision: { number: number; dateCreated: string; document: ReadDocument };
  /** Name of the workflow as people know it, and its short key. */
  workflow: { name: string; key: string };
  issueTexts: string[];
}

/** Hands a text over as a file, without the network. */
function download(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = window.document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function useExportWords(): ExportWords {
  const { t } = useTranslation(["projects", "common"]);
  return {
    draft: t("common:draft.label"),
    ai: t("export.ai"),
    workflow: t("export.workflow"),
    created: t("export.created"),
    revision: t("export.revision"),
    engine: t("notes.engine"),
    promptVersion: t("notes.promptVersion"),
    sources: t("notes.sources"),
    assumptions: t("notes.assumptions"),
    openQuestions: t("notes.openQuestions"),
    issues: t("notes.issues"),
    claims: t("evidence.title"),
    read: t("evidence.read"),
    sum: t("evidence.sum"),
    origin: t("export.origin"),
    note: t("export.note"),
    checks: Object.fromEntries(claimChecks.map((check) => [check, t(`evidence.check.${check}`)])),
  };
}

/** The revision in view as a file. Each carries the label, the mark and where it comes from. */
export function ExportMenu({ revision, workflow, issueTexts }: ExportMenuProps) {
  const { t } = useTranslation(["projects", "common"]);
  const words = useExportWords();
  const { document } = revision;
  const facts: ExportFacts = {
    workflow: workflow.name,
    revision: revision.number,
    createdAt: revision.dateCreated,
    createdText: formatDateTime(revision.dateCreated),
    issueTexts,
  };
  const save = (text: string, ending: string, type: string, title = document.title): void => {
    const name = fileNameOf(title, ending);
    download(text, name, type);
    toast({ title: t("export.saved", { name }) });
  };
  const titleOf = (table: ExportTable): string => {
    const key = `workflow.${workflow.key}:data.${table.title}`;
    return table.key.startsWith("data.") && hasText(key) ? t(key) : table.title;
  };
  const tables = tablesOf(document);
  const lists = tables.filter(({ key }) => key.startsWith("data."));
  const inText = tables.filter(({ key }) => !key.startsWith("data."));
  // Sections with several tables have them from a list, where they stand in one piece.
  const single = inText.filter(({ title }) => inText.filter((other) => other.title === title).length === 1);
  const rows = (shown: ExportTable[], label: "export.list" | "export.table"): ReactNode =>
    shown.map((table) => (
      <MenuItem
        key={table.key}
        icon={<Icon of={Table2} size={14} />}
        onSelect={() =>
          save(toCsv(table, document, words, facts), "csv", "text/csv", `${document.title} ${titleOf(table)}`)
        }
      >
        {t(label, { title: titleOf(table) })}
      </MenuItem>
    ));
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="quiet" icon={<Icon of={Download} />}>
          {t("common:action.export")}
        </Button>
      }
    >
      <MenuItem
        icon={<Icon of={FileText} size={14} />}
        onSelect={() => save(toMarkdown(document, words, facts), "md", "text/markdown")}
      >
        Markdown
      </MenuItem>
      <MenuItem
        icon={<Icon of={CodeXml} size={14} />}
        onSelect={() => save(toHtml(document, words, facts), "html", "text/html")}
      >
        HTML
      </MenuItem>
      <MenuItem
        icon={<Icon of={Braces} size={14} />}
        onSelect={() => save(toJson(document, words, facts), "json", "application/json")}
      >
        JSON
      </MenuItem>
      <MenuRule />
      <MenuItem
        icon={<Icon of={Copy} size={14} />}
        onSelect={() => void copyText(toMarkdown(document, words, facts), t("export.copied"))}
      >
        {t("export.copy")}
      </MenuItem>
      {lists.length > 0 ? <MenuRule /> : null}
      {rows(lists, "export.list")}
      {inText.length > 0 ? <MenuRule /> : null}
      {rows(lists.length > 0 ? single : inText, "export.table")}
    </Menu>
  );
}
