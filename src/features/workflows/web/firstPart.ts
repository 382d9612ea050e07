import type { Block } from "#src/features/documents/document.ts";
import type { ReadDocument } from "#src/features/documents/web/readDocument.ts";

/** As much as a narrow sheet of one screen's height can show. */
const most = { sections: 4, blocks: 3, rows: 5, columns: 2, items: 4 };

/** Its first rows; what cannot be read in a narrow column is left out. */
function firstOf(block: Block): Block | null {
  switch (block.type) {
    case "table":
      return {
        ...block,
        columns: block.columns.slice(0, most.columns),
        rows: block.rows.slice(0, most.rows).map((row) => row.slice(0, most.columns)),
        numeric: (block.numeric ?? []).filter((column) => column < most.columns),
      };
    case "list":
    case "checklist":
      return { ...block, items: block.items.slice(0, most.items) } as Block;
    case "kpi":
    case "callout":
    case "chart":
    case "code":
      return null;
    default:
      return block;
  }
}

/** The beginning of a document, to look at and not to work with; the document it is cut from stays as it is. */
export const firstPartOf = (document: ReadDocument): ReadDocument => ({
  ...document,
  sections: document.sections
    .filter(({ blocks }) => blocks.some((block) => firstOf(block) !== null))
    .slice(0, most.sections)
    .map((section) => ({
      ...section,
      blocks: section.blocks.flatMap((block) => firstOf(block) ?? []).slice(0, most.blocks),
    })),
});
