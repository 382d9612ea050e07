/* A document of about 60 pages as PDF and as Word: what a person waits for after choosing it in the menu. */
import type { ExportDocument } from "#src/features/documents/rendering.ts";
import { toDocx } from "#src/features/documents/web/docx.ts";
import { toPdf } from "#src/features/documents/web/pdf.ts";
import { workflowLoaders } from "#src/features/workflows/catalogue/registry.ts";
import { exampleResult } from "#src/features/workflows/server/exampleResult.ts";
import { exportFacts, exportWordsIn, readFontFile } from "#src/testing/exportWords.ts";
import { atMost, type Figure, median, unboundedFigure } from "./figures.ts";

const rounds = 5;
const wantedPages = 60;

/** Milliseconds that something takes, the middle one of some rounds; the first one also compiles. */
async function timeOf(work: () => Promise<Blob>): Promise<{ ms: number; first: number; size: number }> {
  const times: number[] = [];
  let size = 0;
  for (let round = 0; round < rounds; round += 1) {
    const at = performance.now();
    ({ size } = await work());
    times.push(performance.now() - at);
  }
  return { ms: median(times), first: times[0] ?? 0, size };
}

const pagesIn = async (file: Blob): Promise<number> =>
  (new TextDecoder("latin1").decode(await file.arrayBuffer()).match(/\/Type \/Page\b(?!s)/g) ?? []).length;

/** The example results one after the other, until they fill the pages. */
async function longDocument(pdf: (document: ExportDocument) => Promise<Blob>): Promise<[ExportDocument, number]> {
  let whole: ExportDocument | undefined;
  let pages = 0;
  for (const key of Object.keys(workflowLoaders)) {
    const next = await exampleResult(`${key}Workflow`, "en");
    // Facts keep their sentences apart by the workflow they come from.
    const named = (id: string): string => `${key}.${id}`;
    const sections = next.sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) =>
        "claimIds" in block && block.claimIds ? { ...block, claimIds: block.claimIds.map(named) } : block,
      ),
    }));
    const claims = next.claims.map((claim) => ({ ...claim, id: named(claim.id) }));
    whole = {
      ...next,
      sections: [...(whole?.sections ?? []), ...sections],
      claims: [...(whole?.claims ?? []), ...claims],
    };
    pages = await pagesIn(await pdf(whole));
    if (pages >= wantedPages) return [whole, pages];
  }
  if (!whole) throw new Error("there is no workflow");
  return [whole, pages];
}

/** Times and sizes of a long document as PDF and as Word. */
export async function measureExports(): Promise<Figure[]> {
  const words = await exportWordsIn("en");
  const facts = exportFacts("Business planner");
  const pdf = (document: ExportDocument): Promise<Blob> =>
    toPdf(document, words, facts, { size: "a4", readFont: readFontFile });
  const [document, pages] = await longDocument(pdf);
  const asPdf = await timeOf(() => pdf(document));
  const asWord = await timeOf(() => toDocx(document, words, facts));
  return [
    unboundedFigure("exports, document", `${pages} pages`),
    atMost("exports, PDF", asPdf.ms / 1000, 2, "s", 2),
    unboundedFigure(
      "exports, PDF, first and per page",
      `${(asPdf.first / 1000).toFixed(2)} s, ${(asPdf.ms / pages).toFixed(0)} ms`,
    ),
    atMost("exports, Word", asWord.ms / 1000, 1, "s", 2),
    unboundedFigure("exports, Word, first", `${(asWord.first / 1000).toFixed(2)} s`),
    unboundedFigure(
      "exports, sizes",
      `PDF ${(asPdf.size / 1024).toFixed(0)} KB, Word ${(asWord.size / 1024).toFixed(0)} KB`,
    ),
  ];
}
