import type { Block } from "#src/features/documents/document.ts";
import { words } from "#src/kit/text.ts";
import { contradictions, deadSpeaking, repeatedPhrases } from "../../domain/story.ts";
import { bibleFacts, isOfBible, withFullNames } from "../../domain/storyTies.ts";
import { figure, percent, quoted } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { characters, world } from "./concept.ts";
import { type BookScene, canonIn, chapterOf, chapterTitle, scenesIn } from "./facts.ts";
import { acts } from "./form.ts";

/* What code finds in a book: contradictions, rhythm, how far it has come. */

export function continuityBlocks(scene: BookScene): Block[] {
  const { answer, language, translate } = scene;
  const people = characters.of(scene);
  const canon = withFullNames(
    canonIn(answer),
    people.map(({ name }) => name),
  );
  const bible = bibleFacts(
    people,
    world.of(scene).filter(({ kind }) => kind === "date"),
  );
  const where = (id: string): string =>
    isOfBible(id) ? translate("story bible | Konzept") : chapterTitle(scene, chapterOf(id));
  const found = [
    ...contradictions([...bible, ...canon]).map(({ who, earlier, later }) =>
      translate(
        "{who}: {one} ({first}), later {other} ({second}). | {who}: {one} ({first}), später {other} ({second}).",
        {
          who,
          one: quoted(earlier.fact, language),
          other: quoted(later.fact, language),
          first: where(earlier.id),
          second: where(later.id),
        },
      ),
    ),
    // A name is looked for as the scenes say it.
    ...deadSpeaking(canonIn(answer), scenesIn(answer)).map(({ who, died, at }) =>
      translate("{who} dies in {died} but speaks in {at}. | {who} stirbt in {died}, spricht aber in {at}.", {
        who,
        died: where(died),
        at: where(at),
      }),
    ),
  ];
  if (found.length > 0) return found.map((one) => note("warn", one));
  return [
    note(
      "info",
      translate(
        "No contradictions found: ages, years of birth, appearance, family ties, work, dated events and deaths were compared with each other and with the story bible. | Keine Widersprüche gefunden: Alter, Geburtsjahre, Aussehen, Verwandtschaft, Berufe, datierte Ereignisse und Todesfälle wurden miteinander und mit dem Konzept verglichen.",
      ),
    ),
  ];
}

export function styleBlocks({ facts, context, language, translate, translateAll }: BookScene): Block[] {
  const found = facts.prose;
  return [
    ...tableOf(
      translateAll("Metric | Kennzahl", "Value | Wert"),
      [
        [translate("Words per sentence | Wörter je Satz"), figure(found.perSentence, language, 1)],
        [translate("Share of dialogue | Anteil wörtlicher Rede"), percent(found.speech * 100, language)],
      ],
      [1],
    ),
    ...tableOf(
      translateAll("Repeated phrase | Wiederholte Wendung", "Count | Anzahl"),
      repeatedPhrases(facts.text, context.language).map(({ phrase, count }) => [phrase, figure(count, language)]),
      [1],
    ),
  ];
}

const nextTexts = {
  concept:
    "Next: the concept. Choose “{act}” in the form and run again. | Als Nächstes: das Konzept. Wählen Sie im Formular „{act}“ und starten Sie erneut.",
  outline:
    "Next: the outline. Choose “{act}” in the form and run again. | Als Nächstes: die Gliederung. Wählen Sie im Formular „{act}“ und starten Sie erneut.",
  chapter:
    "Next: {chapter}. Choose “{act}” in the form and run again. | Als Nächstes: {chapter}. Wählen Sie im Formular „{act}“ und starten Sie erneut.",
} as const satisfies Record<string, Bilingual>;

/** Words of each chapter beside what it is planned for. */
function chapterTable(scene: BookScene): Block[] {
  const { facts, language, translateAll, answer, context } = scene;
  const texts = Map.groupBy(scenesIn(answer), ({ id }) => chapterOf(id));
  return tableOf(
    translateAll("Chapter | Kapitel", "Words written | Geschriebene Wörter", "Words planned | Geplante Wörter"),
    [...facts.chapterWords].map(([id, planned]) => [
      chapterTitle(scene, id),
      figure(words((texts.get(id) ?? []).map(({ text }) => text).join("\n"), context.language).length, language),
      figure(planned, language),
    ]),
    [1, 2],
  );
}

export function progressBlocks(scene: BookScene): Block[] {
  const { facts, form, language, translate, translateAll } = scene;
  const done = new Set(scenesIn(scene.answer).map(({ id }) => chapterOf(id))).size;
  const { next } = facts;
  return [
    ...tableOf(
      translateAll("Part | Teil", "Written | Geschrieben", "Planned | Geplant"),
      [
        [translate("Words | Wörter"), figure(facts.prose.words, language), figure(form.words, language)],
        [
          translate("Chapters | Kapitel"),
          figure(done, language),
          facts.planned === 0 ? translate("open | offen") : figure(facts.planned, language),
        ],
      ],
      [1, 2],
    ),
    ...chapterTable(scene),
    note(
      "info",
      next
        ? translate(nextTexts[next.act], {
            act: translate(acts[next.act]),
            chapter: next.chapter === undefined ? "" : chapterTitle(scene, next.chapter),
          })
        : translate(
            "All planned chapters are written. Next: run a full review or revise a chapter. | Alle geplanten Kapitel sind geschrieben. Als Nächstes: Gesamtdurchsicht starten oder ein Kapitel überarbeiten.",
          ),
    ),
  ];
}
