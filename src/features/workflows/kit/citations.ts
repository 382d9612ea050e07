import type { Claim } from "#src/features/documents/document.ts";
import type { CommonForm } from "../workflow.ts";
import { allText } from "./checks.ts";
import { claimsOf } from "./claims.ts";
import type { SectionDef } from "./sections.ts";
import type { Scene } from "./state.ts";

/**
 * Sentences of some sections that a source or the form carries, as code finds it; none while they are being written,
 * since judging them takes longer than the pause between two pictures of a running document.
 */
export function provenIn<Form extends CommonForm, Facts>(
  scene: Scene<Form, Facts>,
  sections: readonly SectionDef<Form, Facts>[],
): Claim[] {
  if (scene.isWriting) return [];
  const { claims } = claimsOf(
    sections.filter(({ when }) => when(scene)).flatMap((section) => section.texts(scene)),
    {
      sources: scene.context.sources,
      figures: {},
      formText: allText(scene.form),
      language: scene.context.language,
      isOwn: () => false,
    },
  );
  return claims.filter(({ check }) => check === "quoteFound" || check === "user");
}
