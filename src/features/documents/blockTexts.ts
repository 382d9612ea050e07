import type { Block } from "./document.ts";

/** All text of a block, in reading order. */
export function blockTexts(block: Block): string[] {
  switch (block.type) {
    case "p":
    case "h":
    case "code":
    case "callout":
      return [block.text];
    case "list":
      return block.items;
    case "table":
      return [...block.columns, ...block.rows.flat()];
    case "kpi":
      return block.items.flatMap((item) => [item.label, item.value, item.note]);
    case "chart":
      return [block.label, ...block.points.map((point) => point.label)];
    case "quote":
      return [block.text, block.by];
    case "checklist":
      return block.items.map((item) => item.text);
  }
}
