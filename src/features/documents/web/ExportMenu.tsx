import {
  BookOpen,
  Braces,
  CodeXml,
  Copy,
  Download,
  FileDown,
  FileText,
  FileType,
  Printer,
  Sheet,
  Table2,
} from "lucide-react";
import type { ReactNode } from "react";
import { tablesOf, toCsv } from "../csv.ts";
import { exportWords } from "../exportWords.ts";
import { toPlainText } from "../plainText.ts";
import { toClipboardHtml, toHtml } from "../htmlExport.ts";
import { fileNameOf, toJson, toMarkdown, type ExportFacts } from "../rendering.ts";
import { copyRich, copyText } from "#src/ui/client/copyText.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatDateTime } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuHeading, MenuItem, MenuMore, MenuRule } from "#src/ui/Menu.tsx";
import { saveFile, textFile } from "#src/ui/saveFile.ts";
import { toast } from "#src/ui/toastStore.ts";
import { paperSize } from "./paperSize.ts";
import { isScriptError } from "./scriptError.ts";
import type { ReadDocument } from "./readDocument.ts";

export interface ExportMenuProps {
  projectId: string;
  revision: { number: number; dateCreated: string; document: ReadDocument };
  /** Name of the workflow as people know it, and its short key. */
  workflow: { name: string; key: string };
  issueTexts: string[];
  /** Passages of the document that the person wrote or changed by hand. */
  handEdited?: readonly string[];
}

/** Lets the browser answer keys and clicks between two parts of a long work. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** The revision in view as a file. Each carries the label, the mark and where it comes from. */
export function ExportMenu({ projectId, revision, workflow, issueTexts, handEdited = [] }: ExportMenuProps) {
  const { t } = useTranslation(["projects", "common"]);
  const words = exportWords(t);
  const { document } = revision;
  const facts: ExportFacts = {
    workflow: workflow.name,
    revision: revision.number,
    createdAt: revision.dateCreated,
    createdText: formatDateTime(revision.dateCreated),
    issueTexts,
    handEdited,
  };
  const save = async (
    ending: string,
    make: () => Blob | Promise<Blob>,
    title: string = document.title,
  ): Promise<void> => {
    const name = fileNameOf(title, ending);
    try {
      saveFile(name, await make());
      toast({ title: t("export.saved", { name }) });
    } catch (error) {
      if (isScriptError(error)) toast({ tone: "danger", title: t("export.script"), text: t("export.scriptText") });
      // The part of the client that writes such files may be missing after an update, or memory may be short.
      else toast({ tone: "danger", title: t("export.failed", { name }), text: t("export.failedText") });
    }
  };
  const tables = tablesOf(document);
  const isHandedOn = document.sections.some(({ deliverable }) => deliverable !== undefined);
  // Kinds of files come as parts of their own: most people never need them.
  const pdf = (isFinal: boolean) => async (): Promise<Blob> => {
    const [{ toPdf }, { readFont }] = await Promise.all([import("./pdf.ts"), import("./pdfFontFiles.ts")]);
    return toPdf(document, words, facts, { isFinal, size: paperSize(), readFont, pause });
  };
  const word = (isFinal: boolean) => async (): Promise<Blob> =>
    (await import("./docx.ts")).toDocx(document, words, facts, { isFinal, size: paperSize() });
  const workbook = async (): Promise<Blob> => (await import("./xlsx.ts")).toXlsx(tables, document, words, facts);
  const book = async (): Promise<Blob> =>
    (await import("./epub.ts")).toEpub(document, words, facts, `urn:uuid:${projectId}`);
  const item = (icon: typeof FileText, label: string, onSelect: () => void, key: string = label): ReactNode => (
    <MenuItem key={key} icon={<Icon of={icon} size={14} />} onSelect={onSelect}>
      {label}
    </MenuItem>
  );
  const csv = (table: (typeof tables)[number], label: string): ReactNode =>
    item(
      Table2,
      label,
      () =>
        void save(
          "csv",
          () => textFile(toCsv(table, document, words, facts), "text/csv"),
          `${document.title} ${table.title}`,
        ),
      table.key,
    );
  const markdown = (): string => toMarkdown(document, words, facts);
  const copyAsText = (): void =>
    void copyRich(
      { text: toPlainText(document, words, facts), html: toClipboardHtml(document, words, facts) },
      t("export.copied"),
    );
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" variant="quiet" icon={<Icon of={Download} />}>
          {t("common:action.export")}
        </Button>
      }
    >
      {item(FileDown, "PDF", () => void save("pdf", pdf(false)))}
      {isHandedOn ? item(FileDown, t("export.pdfFinal"), () => void save("pdf", pdf(true))) : null}
      {item(FileType, t("export.word"), () => void save("docx", word(false)))}
      {isHandedOn ? item(FileType, t("export.wordFinal"), () => void save("docx", word(true))) : null}
      {workflow.key === "bookWriting" && isHandedOn ? item(BookOpen, "EPUB", () => void save("epub", book)) : null}
      {document.files.map((file) =>
        item(
          FileText,
          file.title,
          () => {
            const [, ending = "txt"] = /\.([a-z0-9]{1,8})$/.exec(file.name) ?? [];
            void save(ending, () => textFile(file.text, file.mediaType), `${document.title} ${file.name}`);
          },
          file.name,
        ),
      )}
      {item(Copy, t("export.text"), copyAsText)}
      {item(Printer, t("export.print"), () => window.print())}
      <MenuRule />
      <MenuHeading>{t("export.data")}</MenuHeading>
      {tables.length > 0 ? item(Sheet, t("export.excel"), () => void save("xlsx", workbook)) : null}
      {item(FileText, "Markdown", () => void save("md", () => textFile(markdown(), "text/markdown")))}
      {item(Copy, t("export.copy"), () => void copyText(markdown(), t("export.copied")))}
      {item(CodeXml, "HTML", () => void save("html", () => textFile(toHtml(document, words, facts), "text/html")))}
      {item(
        Braces,
        "JSON",
        () => void save("json", () => textFile(toJson(document, words, facts), "application/json")),
      )}
      {tables.length > 1 ? (
        <MenuMore label={t("export.tables")} icon={<Icon of={Table2} size={14} />}>
          {tables.map((table) => csv(table, table.title))}
        </MenuMore>
      ) : (
        tables.map((table) => csv(table, t("export.table", { title: table.title })))
      )}
    </Menu>
  );
}
