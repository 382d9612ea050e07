import type { Block } from "#src/features/documents/document.ts";
import { figuresIn } from "../../kit/quotes.ts";
import { provenIn } from "../../kit/citations.ts";
import { note, type SectionDef, tableOf } from "../../kit/sections.ts";
import { isInstruction } from "../../domain/instructions.ts";
import { clipped } from "../../domain/wording.ts";
import type { ArticleScene, Facts } from "./facts.ts";
import type { Form } from "./form.ts";

/* The facts of an article with what carries each: for the box beside it, and for whoever checks it. */

/** More facts are no box any more. */
const maxFacts = 12;

/** Lines of lists with numbers: what to do, step by step, is no fact. */
const stepsIn = (scene: ArticleScene, sections: readonly SectionDef<Form, Facts>[]): string[] =>
  sections
    .flatMap((section) => section.texts(scene))
    .flatMap(({ text }) => scene.show(text).split("\n"))
    .filter((line) => /^\s*\d{1,2}[.)]\s/.test(line));

/** Proven sentences, each once: those of sources before the author’s own, and in both those with a figure first. */
export function factBoxBlocks(scene: ArticleScene, sections: readonly SectionDef<Form, Facts>[]): Block[] {
  const { context, translate, translateAll } = scene;
  const titles = new Map(context.sources.map(({ source }) => [source.id, source.title || source.url]));
  const steps = stepsIn(scene, sections);
  const claims = new Map(
    provenIn(scene, sections)
      .filter(({ text }) => !isInstruction(text) && !steps.some((step) => step.includes(text)))
      .map((claim) => [claim.text, claim]),
  );
  const all = [...claims.values()]
    .map((claim) => ({
      claim,
      rank: (claim.sourceIds.length > 0 ? 0 : 2) + (figuresIn(claim.text).length > 0 ? 0 : 1),
    }))
    .toSorted((a, b) => a.rank - b.rank);
  if (all.length === 0)
    return scene.isWriting
      ? []
      : [
          note(
            "info",
            translate(
              "No sentence is backed by a source or by your notes. | Kein Satz ist durch eine Quelle oder Ihre Notizen belegt.",
            ),
          ),
        ];
  return tableOf(
    translateAll("Fact | Tatsache", "Source | Quelle"),
    all
      .slice(0, maxFacts)
      .map(({ claim: { text, sourceIds } }) => [
        clipped(text, 400, 800),
        sourceIds.map((id) => titles.get(id) ?? id).join("; ") || translate("own notes | eigene Notizen"),
      ]),
  );
}
