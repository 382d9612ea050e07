import type { Block } from "#src/features/documents/document.ts";
import { datedText } from "#src/kit/time/dateTexts.ts";
import { isDraftLanguage, listed } from "../../domain/wording.ts";
import { type Bilingual, translateIn } from "../../kit/bilingual.ts";
import { note } from "../../kit/sections.ts";
import type { PlanScene } from "./facts.ts";
import { type InvitationLanguage, languageNames } from "./form.ts";
import { answerBy, bestOf, options } from "./sections.ts";
import { daysText, fullTime, seriesDays } from "./wording.ts";

/* What people are sent beside the words of the invitation, and the same in other languages. */

type OtherLanguage = Exclude<InvitationLanguage, "same">;

/** Languages other than the document's in which somebody is to be invited, and whom each is for. */
export function otherLanguages({ facts, form }: PlanScene): { language: OtherLanguage; names: string[] }[] {
  const own = form.goalLanguage.toLowerCase().split("-")[0];
  const others = facts.people.flatMap(({ name, language }) =>
    language === "same" || language === own ? [] : [{ name, language }],
  );
  return [...Map.groupBy(others, ({ language }) => language)].map(([language, people]) => ({
    language,
    names: people.map(({ name }) => name),
  }));
}

/** `Subject: …`, `Time: …`. @param items of the agenda */
export function detailLines(scene: PlanScene, items: readonly string[]): string[] {
  const { form: values, facts, translate, language } = scene;
  const best = bestOf(scene);
  const times =
    values.mode === "direct" ? options.of(scene).slice(0, 1) : values.mode === "poll" ? options.of(scene) : [];
  const days = best && values.mode === "direct" ? seriesDays(scene, best) : [];
  const lines: [Bilingual, string][] = [
    ["Subject | Betreff", values.requirementTitle],
    ...times.map((one, at): [Bilingual, string] => [
      times.length > 1 ? (`Time ${at + 1} | Zeit ${at + 1}` as const) : "Time | Zeit",
      fullTime(scene, one),
    ]),
    ["Dates | Termine", daysText(scene, days)],
    ["Duration | Dauer", translate("{minutes} minutes | {minutes} Minuten", { minutes: values.minutes })],
    ["Choose a time | Zeit wählen", values.mode === "link" ? values.bookingLink : ""],
    ["Place | Ort", values.location],
    [
      "With | Mit",
      listed(
        facts.people.map(({ name }) => name),
        language,
      ),
    ],
    ["Agenda | Themen", items.join(" · ")],
    ["Reply by | Antwort bis", best && facts.people.length > 0 ? datedText(answerBy(scene), language) : ""],
  ];
  return lines.filter(([, value]) => value !== "").map(([label, value]) => `${translate(label)}: ${value}`);
}

const untranslated: Bilingual =
  "Translate the invitation into {language} for {names}. | Übersetzen Sie die Einladung für {names} (Sprache: {language}).";

/**
 * One invitation in another language, with its details where the product speaks that language: then times and labels
 * are those that its readers expect.
 */
export function translatedBlocks(
  scene: PlanScene,
  { language, names, text }: { language: OtherLanguage; names: readonly string[]; text: string },
): Block[] {
  const label = scene.translate(languageNames[language]);
  const people = listed(names, scene.language);
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  if (scene.isWriting && paragraphs.length === 0) return [];
  return [
    { type: "h", text: `${label}: ${people}` },
    ...paragraphs.map((paragraph): Block => ({ type: "p", text: paragraph })),
    ...(paragraphs.length === 0
      ? [note("gap", scene.translate(untranslated, { language: label, names: people }))]
      : []),
    ...(isDraftLanguage(language)
      ? [{ type: "list" as const, ordered: false, items: detailLines(sceneIn(scene, language as "en" | "de"), []) }]
      : []),
  ];
}

/** The same scene, read in another language of the product. */
function sceneIn(scene: PlanScene, language: "en" | "de"): PlanScene {
  const translate = translateIn(language);
  return { ...scene, language, translate, translateAll: (...texts) => texts.map((text) => translate(text)) };
}
