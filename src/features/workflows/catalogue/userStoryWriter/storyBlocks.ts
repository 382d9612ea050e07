import { criteriaOf, partsOf } from "../../domain/stories.ts";
import { trimEndBy } from "#src/kit/text.ts";
import type { StoryAssessment } from "../../domain/storyAssessment.ts";
import { capital, clipped } from "../../domain/wording.ts";
import type { Block } from "#src/features/documents/document.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { numberOf, type StoryScene } from "./facts.ts";

/** Characters of a heading; a story that is not longer needs no line of its own. */
const longestTitle = 90;

const titleOf = (story: string): string => trimEndBy(partsOf(story)?.want ?? story, /\./);
/** Number and wish of a story. */
export const storyHeading = (id: string, story: string): string =>
  `${numberOf(id)} · ${capital(clipped(titleOf(story), longestTitle))}`;

/** Written details of a story, as far as they are shown. */
export interface StoryDetails {
  edges: string;
  quality: string;
  tests: string;
  question: string;
}

/** Nothing is known of a story beyond its sentence: the list of stories has that, and its question is among the gaps. */
export const isBare = ({ criteria }: StoryAssessment, details: StoryDetails | undefined): boolean =>
  criteria.length === 0 && !details?.edges && !details?.tests;

/** A story in full: its sentence, criteria, what else is known of it, and what is open. */
export function storyBlocks(story: StoryAssessment, details: StoryDetails | undefined, scene: StoryScene): Block[] {
  const { translate, translateAll, form } = scene;
  const { id, text, criteria, after } = story;
  const title = titleOf(text);
  const sentence: Bilingual =
    form.criteria === "gherkin"
      ? "Given {given}, when {when}, then {result}. | Angenommen, {given}: Wenn {when}, dann {result}."
      : "{given}; {when}; {result}. | {given}; {when}; {result}.";
  const aspect = (kind: Bilingual, of = ""): string[][] =>
    criteriaOf(scene.show(of)).map((line) => [translate(kind), line.text]);
  return [
    { type: "h", text: storyHeading(id, text) },
    ...(title === trimEndBy(text, /\./) && text.length <= longestTitle ? [] : [{ type: "p" as const, text }]),
    ...(criteria.length === 0
      ? []
      : [
          {
            type: "list" as const,
            ordered: true,
            items: criteria.map((one) =>
              one.isWhole
                ? translate(sentence, {
                    given: scene.show(one.given),
                    when: scene.show(one.when),
                    result: scene.show(one.then),
                  })
                : scene.show(one.text),
            ),
          },
        ]),
    ...tableOf(translateAll("Aspect | Aspekt", "Content | Inhalt"), [
      ...aspect("Edge case | Sonderfall", details?.edges),
      ...aspect("Quality | Qualität", details?.quality),
      ...aspect("Test | Test", details?.tests),
      ...(after.length > 0 ? [[translate("Needs first | Setzt voraus"), after.map(numberOf).join(", ")]] : []),
    ]),
    ...(details?.question ? [note("gap", scene.show(details.question))] : []),
    ...(details?.edges || scene.isWriting
      ? []
      : [note("gap", translate("What happens when it fails? | Was geschieht, wenn es misslingt?"))]),
  ];
}
