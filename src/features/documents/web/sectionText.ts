import type { Block, Section } from "../document.ts";
import { blockHtml, escaped } from "../htmlExport.ts";
import { chartValue } from "../rendering.ts";

function blockText(block: Block, language: string): string {
  switch (block.type) {
    case "p":
    case "h":
    case "code":
    case "callout":
      return block.text;
    case "list":
      return block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : "-"} ${item}`).join("\n");
    case "table":
      return [block.columns, ...block.rows]
        .map((row) => row.map((cell) => cell.replace(/\s+/g, " ")).join("\t"))
        .join("\n");
    case "kpi":
      return block.items
        .map(({ label, value, note }) => `${label}: ${value}${note === "" ? "" : ` (${note})`}`)
        .join("\n");
    case "chart":
      return [
        block.unit === "" ? block.label : `${block.label} (${block.unit})`,
        ...block.points.map(({ label, value }) => `${label}: ${chartValue(value, language)}`),
      ].join("\n");
    case "quote":
      return block.by === "" ? block.text : `${block.text}\n${block.by}`;
    case "checklist":
      return block.items.map(({ text, done }) => `${done ? "☑" : "☐"} ${text}`).join("\n");
  }
}

/** A section as plain text: its title and its blocks, tables with tabs between their cells. */
export const sectionText = ({ title, blocks }: Pick<Section, "title" | "blocks">, language: string): string =>
  `${[title, ...blocks.map((block) => blockText(block, language))].join("\n\n")}\n`;

/** The same for programs that take HTML: headings, lists and tables, without any style. */
export const sectionHtml = ({ title, blocks }: Pick<Section, "title" | "blocks">, language: string): string =>
  `<h2>${escaped(title)}</h2>${blocks.map((block) => blockHtml(block, language)).join("")}`;
