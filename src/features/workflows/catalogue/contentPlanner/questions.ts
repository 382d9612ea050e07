import { keywords } from "#src/kit/text.ts";
import { isFilmed } from "../../domain/plan.ts";
import { pillarsOf, typesOf, zoneOf } from "../../domain/slots.ts";
import { clipped, listed, oneLine, quoted } from "../../domain/wording.ts";
import type { Scene } from "../../kit/state.ts";
import { type Facts, isWritten } from "./facts.ts";
import type { Form } from "./form.ts";

type PlanScene = Scene<Form, Facts>;

/** Kinds that need a picture or a camera. */
const isPictured = (contentType: number): boolean => contentType === 1 || contentType === 30;
/** More items than this on one topic begin to sound alike. */
const maxPerTopic = 12;
/** Files whose words are looked at, and characters of each. */
const [mostFiles, longestLook] = [3, 50_000];

/**
 * What only the person can answer, one question for each gap.
 * @param written the pillars that have a message, and whether it has its proof
 */
export function questionsOf(scene: PlanScene, written: readonly { message: string; proof: string }[]): string[] {
  const { form, facts, context, translate, language } = scene;
  const names = (all: readonly { name: string }[]): string =>
    listed(
      all.map(({ name }) => quoted(oneLine(name), language)),
      language,
    );
  const topics = new Set(
    [...form.topics, ...form.pillars.flatMap((pillar) => pillar.topics)].map((topic) => topic.trim().toLowerCase()),
  );
  const bare = form.topics.length > 0 ? [] : form.pillars.filter((pillar) => pillar.topics.length === 0);
  const painless = form.audiences.filter(({ pain }) => pain.trim() === "");
  const pillars = pillarsOf(form);
  // Without pillars of their own, people are asked for these first.
  const silent = form.pillars.length === 0 ? [] : pillars.filter((_, at) => !written[at]?.message);
  const unproven = pillars.filter((_, at) => written[at]?.message && !written[at].proof);
  const pictured = facts.slots.filter(({ contentType }) => isFilmed(contentType) || isPictured(contentType)).length;
  const idle = form.campaigns.filter(({ name }) => !facts.slots.some(({ campaign }) => campaign === name));
  const metric = form.metricName.trim();
  const isDrafted = !isWritten(scene.answer);
  const unaddressed = isDrafted ? facts.slots.filter((slot) => form.audiences.length > 1 && !slot.isAudienceNamed) : [];
  return [
    ...(form.pillars.length === 0
      ? [
          translate(
            "Which three or four pillars should your content rest on, and which topics belong to each? | Auf welchen drei oder vier Säulen sollen Ihre Inhalte stehen, und welche Themen gehören zu jeder?",
          ),
        ]
      : []),
    ...(bare.length > 0
      ? [
          translate(
            "Which topics belong to {pillars}? Until then, the items name only the pillar. | Welche Themen gehören zu {pillars}? Bis dahin nennen die Beiträge nur die Säule.",
            { pillars: names(bare) },
          ),
        ]
      : []),
    ...(topics.size > 0 && facts.slots.length > topics.size * maxPerTopic
      ? [
          translate(
            "What other topics can you add? So far, {count:item shares|items share} {topics:topic|topics}. | Welche Themen kommen noch dazu? Bisher teilen sich {count:Beitrag|Beiträge} {topics:Thema|Themen}.",
            { count: facts.slots.length, topics: topics.size },
          ),
        ]
      : []),
    ...(painless.length > 0
      ? [
          translate(
            "What is the main problem of {names}, in their own words? | Was ist das größte Problem von {names}, in deren eigenen Worten?",
            { names: names(painless) },
          ),
        ]
      : []),
    ...(unaddressed.length > 0
      ? [
          translate(
            "Which topic is for which audience ({audiences})? {count:item doesn’t|items don’t} say so yet. | Welches Thema ist für welche Zielgruppe ({audiences})? Bei {count:Beitrag|Beiträgen} ist das noch offen.",
            { audiences: names(form.audiences), count: unaddressed.length },
          ),
        ]
      : []),
    ...(silent.length > 0
      ? [
          translate(
            silent.length === 1
              ? "What one sentence should readers remember about {pillars}, and what proves it: a case, a figure, a customer’s words? | Welcher Satz soll zu {pillars} hängen bleiben, und was belegt ihn: ein Fall, eine Zahl, die Worte eines Kunden?"
              : "What one sentence should readers remember about each pillar ({pillars}), and what proves it: a case, a figure, a customer’s words? | Welcher Satz soll zu {pillars} jeweils hängen bleiben, und was belegt ihn: ein Fall, eine Zahl, die Worte eines Kunden?",
            { pillars: names(silent) },
          ),
        ]
      : []),
    ...(unproven.length > 0
      ? [
          translate(
            "Which case, figure or customer’s words prove {pillars}? | Welcher Fall, welche Zahl oder welche Worte eines Kunden belegen {pillars}?",
            { pillars: names(unproven) },
          ),
        ]
      : []),
    ...(metric === ""
      ? [
          translate(
            "Which figure will show that the goal is reached, where does it stand today, and where should it be at the end? | An welcher Zahl erkennen Sie, dass das Ziel erreicht ist, wo liegt sie heute, und wo soll sie am Ende liegen?",
          ),
        ]
      : form.metricNow === null || form.metricTarget === null
        ? [
            translate(
              "Where does {metric} stand today, and where should it be at the end? | Wo liegt {metric} heute, und wo soll der Wert am Ende liegen?",
              { metric: quoted(oneLine(metric), language) },
            ),
          ]
        : []),
    ...(facts.season !== null
      ? []
      : [
          form.season.trim() === ""
            ? translate(
                "How many orders or enquiries came in each month last year? They show how much of a year’s demand falls into this period. | Wie viele Aufträge oder Anfragen kamen im letzten Jahr in jedem Monat? Sie zeigen, welcher Teil der Jahresnachfrage in diesen Zeitraum fällt.",
              )
            : translate(
                "Which number belongs to which month? Demand by month needs all twelve, each after the name of its month. | Welche Zahl gehört zu welchem Monat? Die Nachfrage nach Monaten braucht alle zwölf, jede hinter dem Namen ihres Monats.",
              ),
        ]),
    ...(form.assets.length === 0 && pictured > 0
      ? [
          translate(
            "Which photos and videos do you already have? {count:item needs|items need} a photo or video. | Welche Fotos und Videos haben Sie schon? {count:Beitrag braucht|Beiträge brauchen} Foto oder Video.",
            { count: pictured },
          ),
        ]
      : []),
    ...idle.map(({ name }) =>
      translate(
        "No item falls within the campaign {name}. Should it run longer or belong to another pillar? | In die Kampagne {name} fällt kein Beitrag. Soll sie länger laufen oder zu einer anderen Säule gehören?",
        { name: quoted(oneLine(name), language) },
      ),
    ),
    ...context.sources.slice(0, mostFiles).flatMap(({ source, text }) => {
      const found = keywords(text.slice(0, longestLook), form.goalLanguage, 5);
      return found.length === 0 || scene.answer["evidence"] === undefined || hasRows(scene.answer["evidence"])
        ? []
        : [
            translate(
              "{title} is mostly about {words}. Should any of these be a topic in this plan? | In {title} geht es vor allem um {words}. Soll etwas davon ein Thema dieses Plans werden?",
              { title: quoted(clipped(oneLine(source.title), 80), language), words: listed(found, language) },
            ),
          ];
    }),
  ];
}

const hasRows = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code;

/** What the plan takes for granted because nobody said otherwise. */
export function assumptionsOf({ form, facts, context, translate, language }: PlanScene): string[] {
  const others = form.languages.filter((other) => other !== form.goalLanguage);
  return [
    ...(form.pillars.length > 0
      ? []
      : [
          translate(
            "No pillars were named. The plan uses {pillars}. | Es wurden keine Säulen genannt. Der Plan verwendet {pillars}.",
            {
              pillars: listed(
                pillarsOf(form).map(({ name, percent }) => `${name} ${percent}\u00a0%`),
                language,
              ),
            },
          ),
        ]),
    ...form.channels
      .filter((channel) => channel.contentTypes.length === 0 && typesOf(channel).length > 1)
      .map(({ platform }) =>
        translate(
          "{platform}: all content types of the network appear equally often. | {platform}: Alle Inhaltsarten des Netzwerks kommen gleich oft vor.",
          { platform },
        ),
      ),
    ...form.channels.flatMap(({ platform }) => {
      const count = facts.slots.filter((slot) => slot.platform === platform && slot.moved === "day").length;
      return count === 0
        ? []
        : [
            translate(
              "{platform}: {count:item appears|items appear} on days or at times you didn’t choose, because the chosen ones aren’t enough for all. | {platform}: {count:Beitrag erscheint|Beiträge erscheinen} an anderen Tagen oder zu anderen Zeiten als gewählt, weil die gewählten nicht für alle reichen.",
              { platform, count },
            ),
          ];
    }),
    translate(
      "Hours and minutes of work are estimates, not measurements. | Die Arbeitszeiten sind Planwerte und nicht gemessen.",
    ),
    ...(facts.batch.days.some(({ kind }) => kind === "film")
      ? [
          translate(
            "Filming takes 20 to 40 minutes per short clip and 2 hours per long video; at most 4 hours a day are planned. | Der Dreh dauert je kurzem Clip 20 bis 40 Minuten und je langem Video 2 Stunden; je Tag sind höchstens 4 Stunden Dreh geplant.",
          ),
        ]
      : []),
    translate("All times are local times (time zone {zone}). | Alle Zeiten sind Ortszeiten (Zeitzone {zone}).", {
      zone: zoneOf(form, context),
    }),
    ...(form.country === "none"
      ? []
      : [
          translate(
            "The plan takes account of national public holidays only ({country}), not regional ones. | Der Plan berücksichtigt nur landesweite Feiertage ({country}), keine regionalen.",
            { country: countryName(form.country, language) },
          ),
        ]),
    ...(others.length === 0
      ? []
      : [
          translate(
            "Items are written in the language of the plan; versions in {languages} are part of production. | Die Beiträge sind in der Sprache des Plans verfasst; Fassungen in {languages} gehören zur Produktion.",
            { languages: listed(others, language) },
          ),
        ]),
  ];
}
