import { sameName } from "../../domain/journey.ts";
import { figure, listed, quoted } from "../../domain/wording.ts";
import { type JourneyScene, type Stage, voicesAt } from "./facts.ts";
import { channelUse } from "./tables.ts";

/* What the form leaves open about a journey. */

/** Most names or lines that a question lists. */
const maxNamed = 6;

export function questions(scene: JourneyScene): string[] {
  const { facts, form, translate, language } = scene;
  const named = (list: readonly string[]): string =>
    listed(
      [
        ...list.slice(0, maxNamed).map((name) => quoted(name, language)),
        ...(list.length > maxNamed
          ? [translate("{count} more | {count} weiteren", { count: list.length - maxNamed })]
          : []),
      ],
      language,
    );
  const stages = (test: (stage: Stage, at: number) => boolean): string[] =>
    facts.isUsual ? [] : facts.stages.filter(test).map(({ name }) => name);
  const isCounted = facts.stages.some(({ people }) => people !== null);
  const ask = (names: readonly string[], text: Parameters<typeof translate>[0]): string[] =>
    names.length === 0 ? [] : [translate(text, { names: named(names) })];
  const growing = facts.steps.flatMap(({ at, before, after }) =>
    after > before ? [facts.stages[at]?.name ?? ""] : [],
  );
  const silent = facts.voices.length === 0 ? [] : stages((_, at) => voicesAt(at, scene).length === 0);
  return [
    ...(facts.isUsual
      ? [
          translate(
            "Which stages does this customer really go through, and in what order? | Welche Phasen durchläuft dieser Kunde wirklich, und in welcher Reihenfolge?",
          ),
        ]
      : []),
    ...(isCounted
      ? ask(
          stages(({ people }) => people === null),
          "How many people get as far as {names}? | Wie viele Menschen kommen bis {names}?",
        )
      : []),
    ...ask(
      growing,
      "Why do more people reach {names} than the stage before: a different period, a different count or a second way in? | Warum kommen bis {names} mehr Menschen als bis zur Phase davor: anderer Zeitraum, andere Zählung oder ein zweiter Einstieg?",
    ),
    ...facts.conflicts
      .slice(0, maxNamed)
      .map(({ name, one, other }) =>
        translate(
          "{name}: {one} people in the table, {other} in the pasted numbers. Which is right? | {name}: {one} Menschen in der Tabelle, {other} in den eingefügten Zahlen. Was stimmt?",
          { name: quoted(name, language), one: figure(one, language), other: figure(other, language) },
        ),
      ),
    ...ask(
      facts.strangers,
      "The pasted numbers mention {names}, but there is no such stage here: where do they belong? | In den eingefügten Zahlen steht {names}, aber diese Phase gibt es hier nicht: Wohin gehören sie?",
    ),
    ...ask(
      facts.unread,
      "We found no number in {names}: how many people do you mean? | In {names} ist keine Zahl zu erkennen: Wie viele Menschen sind gemeint?",
    ),
    ...(form.paysIn.trim() !== "" && form.value > 0 && facts.paying === null
      ? [
          translate(
            facts.stages.some(({ name }) => sameName(name, form.paysIn))
              ? "Customers pay at {name}, but it has no number yet: how many people get that far? | Bezahlt wird bei {name}, aber dort fehlt die Zahl: Wie viele Menschen kommen so weit?"
              : "Customers pay at {name}, but there is no such stage here: which one do you mean? | Bezahlt wird bei {name}, aber diese Phase gibt es hier nicht: Welche ist gemeint?",
            { name: quoted(form.paysIn.trim(), language) },
          ),
        ]
      : []),
    ...ask(
      facts.score?.unread ?? [],
      "Some answers to “Would you recommend us?” aren’t numbers from 0 to 10: {names}. What do they mean? | Manche Antworten auf „Würden Sie uns empfehlen?“ sind keine Zahlen von 0 bis 10: {names}. Was ist gemeint?",
    ),
    ...ask(
      stages(({ owner }) => owner === ""),
      "Who is responsible for {names}? | Wer ist für {names} zuständig?",
    ),
    ...ask(
      silent,
      "Who can you ask about {names}? There are no customer quotes yet. | Wen können Sie zu {names} fragen? Dazu gibt es noch keine Kundenstimmen.",
    ),
    ...ask(
      channelUse(scene)
        .filter(({ stages: met }) => met.length === 0)
        .map(({ channel }) => channel),
      "At which stage does the customer come across {names}? | In welcher Phase kommt der Kunde mit {names} in Kontakt?",
    ),
  ];
}
