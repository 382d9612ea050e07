import type { Block, Issue } from "#src/features/documents/document.ts";
import { type Platform, postLength } from "#src/features/outcomes/rules.ts";
import type { Bilingual, DraftLanguage, Translate } from "../kit/bilingual.ts";
import { figure } from "./wording.ts";

/* Written texts as blocks of a document. */

const listItem = /^(-|•|\d{1,2}[.)])\s+(\S.*)$/;

/**
 * A written text as blocks: an empty line ends a paragraph or a list, lines with `- `, `• ` or `1. ` are items of a
 * list, all others lines of a paragraph. Nothing but the marks of items and white space is lost.
 */
export function textBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    const [, mark, item] = listItem.exec(line) ?? [];
    if (line === "") open = null;
    else if (item !== undefined) {
      const ordered = /\d/.test(mark ?? "");
      if (open?.type === "list" && open.ordered === ordered) open.items.push(item);
      else blocks.push((open = { type: "list", ordered, items: [item] }));
    } else if (open?.type === "p") open.text += `\n${line}`;
    else blocks.push((open = { type: "p", text: line }));
  }
  return blocks;
}

/** What a text in a table needs of the document that it is in. */
export interface TextScene {
  language: DraftLanguage;
  translate: Translate;
  /** Several texts at once: heads of a table. */
  translateAll: (...texts: readonly Bilingual[]) => string[];
  /** A written text as people see it. */
  show: (text: string) => string;
  /** Texts are being written just now: an empty one is no gap yet. */
  isWriting?: boolean;
}

/**
 * A table of texts with a limit: cells that lead, the text or a place to fill in, and how long it is against how long
 * it may be. Nothing without lines.
 */
export function limitedTable(
  { translate, translateAll, show, language, isWriting = false }: TextScene,
  lead: readonly Bilingual[],
  lines: readonly { id: string; cells: readonly string[]; limit: number; platform?: Platform }[],
  texts: readonly { id: string; text: string }[],
): Block[] {
  if (lines.length === 0) return [];
  const gap = isWriting ? "" : `[${translate("to fill in | zu ergänzen")}]`;
  return [
    {
      type: "table",
      columns: translateAll(...lead, "Text | Text", "Characters | Zeichen"),
      rows: lines.map(({ id, cells, limit, platform = null }) => {
        const text = show(texts.find((row) => row.id === id)?.text ?? "");
        const length = text === "" ? "–" : figure(postLength(text, platform), language);
        return [...cells, text === "" ? gap : text, `${length} / ${figure(limit, language)}`];
      }),
    },
  ];
}

/** What a check has found, as an issue of the document; nothing when it does not hold. */
export const issueIf = (
  holds: boolean,
  level: Issue["level"],
  code: string,
  at: string,
  params: Record<string, string | number> = {},
): Issue[] => (holds ? [{ level, code, at, params }] : []);
