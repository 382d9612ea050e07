import { wordCounts } from "../rules.ts";
import { blockTexts } from "../blockTexts.ts";
import type { Block } from "../document.ts";
import type { ReadDraft } from "./readDraft.ts";

type Figure = Extract<Block, { type: "kpi" }>["items"][number];

/** A figure of two documents; null in the one that does not name it. */
export interface FigurePair {
  label: string;
  before: Figure | null;
  after: Figure | null;
}

/** Figures in the order of a document; the second one of the same name in a section is another one. */
function figuresOf(document: Pick<ReadDraft, "sections">): Map<string, Figure> {
  const figures = new Map<string, Figure>();
  for (const section of document.sections)
    for (const block of section.blocks)
      for (const figure of block.type === "kpi" ? block.items : []) {
        const name = `${section.key}/${figure.label.trim().toLowerCase()}`;
        let at = 1;
        while (figures.has(`${name}/${at}`)) at += 1;
        figures.set(`${name}/${at}`, figure);
      }
  return figures;
}

/** Key figures of two documents beside each other, paired by section and label. Order: the older document's, then those that only the newer one has. */
export function pairFigures(before: Pick<ReadDraft, "sections">, after: Pick<ReadDraft, "sections">): FigurePair[] {
  const [left, right] = [figuresOf(before), figuresOf(after)];
  return [...new Set([...left.keys(), ...right.keys()])].map((name) => {
    const [one, other] = [left.get(name) ?? null, right.get(name) ?? null];
    return { label: (one ?? other)?.label ?? "", before: one, after: other };
  });
}

/** Words of a document's sections. */
export const wordsIn = ({ sections }: Pick<ReadDraft, "sections">): number =>
  sections
    .flatMap(({ blocks }) => blocks.flatMap(blockTexts))
    .reduce((sum, text) => sum + [...wordCounts(text).values()].reduce((all, count) => all + count, 0), 0);
