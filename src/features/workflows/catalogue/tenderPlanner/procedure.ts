import type { Block } from "#src/features/documents/document.ts";
import { datedText, dayText } from "#src/kit/time/dateTexts.ts";
import type { TenderStep } from "../../domain/procurementDates.ts";
import { rulesAsOf } from "../../domain/procurementRules.ts";
import { listed, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { dateOfStep, type Facts, money, moneyIn, stepNames, type TenderScene } from "./facts.ts";
import { buyers, type Form, procedures } from "./form.ts";

/* Which rules apply, what they ask for, and the dates that follow: computed, shown with source, to be checked. */

const { computed } = sectionsFor<Form, Facts>();

/** Days for bids that are usual where no law names any; a planning value. */
const usualBidDays = 14;

/** What is wrong with dates, money and weights. */
export function warnings(scene: TenderScene): Block[] {
  const { facts, form: values, translate, language } = scene;
  const day = (date: string): string => dayText(date, language);
  const found: Block[] = [];
  const add = (tone: "warn" | "info", text: Bilingual, params: Record<string, string | number> = {}): void => {
    found.push(note(tone, translate(text, params)));
  };
  for (const { id, end, earliest, isTooShort } of facts.checks)
    if (isTooShort)
      add(
        "warn",
        id === "bids"
          ? "The time for bids is too short: it ends on {end}, and by law on {earliest} at the earliest. | Die Angebotsfrist ist zu kurz: Sie endet am {end}, nach dem Gesetz frühestens am {earliest}."
          : "The time for requests to take part is too short: it ends on {end}, and by law on {earliest} at the earliest. | Die Teilnahmefrist ist zu kurz: Sie endet am {end}, nach dem Gesetz frühestens am {earliest}.",
        { end: day(end), earliest: day(earliest) },
      );
  if (facts.legal.bids === null && values.bidDays < usualBidDays)
    add(
      "info",
      "{count:day|days} for bids: fewer than the two weeks that bidders usually need. | {count:Tag|Tage} für Angebote: weniger als die zwei Wochen, die Bieter üblicherweise brauchen.",
      { count: values.bidDays },
    );
  if (facts.isAbove === null)
    add(
      "warn",
      "Whether the threshold is reached is open: legal periods are not in these dates yet. | Ob der Schwellenwert erreicht ist, steht noch nicht fest: Gesetzliche Fristen sind in diesen Terminen noch nicht enthalten.",
    );
  if (facts.dates.award >= values.startOn)
    add(
      "warn",
      facts.latestSending === null
        ? "The earliest award, {award}, comes too late for the start on {start}. | Der früheste Zuschlag am {award} kommt zu spät für den Beginn am {start}."
        : facts.latestSending < facts.today
          ? "The earliest award, {award}, comes too late for the start on {start}. The notice would have had to go out by {latest}: start later or shorten the evaluation. | Der früheste Zuschlag am {award} kommt zu spät für den Beginn am {start}. Die Bekanntmachung hätte bis {latest} hinausgehen müssen: später beginnen oder die Wertung verkürzen."
          : "The earliest award, {award}, comes too late for the start on {start}. Send the notice by {latest}, or start later. | Der früheste Zuschlag am {award} kommt zu spät für den Beginn am {start}. Die Bekanntmachung muss bis {latest} hinausgehen, oder die Leistung beginnt später.",
      {
        award: day(facts.dates.award),
        start: day(values.startOn),
        latest: facts.latestSending === null ? "" : day(facts.latestSending),
      },
    );
  if (values.publishOn < facts.today)
    add("warn", "The day of the notice is past. | Der Tag der Bekanntmachung liegt in der Vergangenheit.");
  if (facts.threshold?.until && values.publishOn > facts.threshold.until)
    add(
      "warn",
      "The threshold shown ends on {day}; the next one is not known here. | Der gezeigte Schwellenwert gilt bis {day}; der nächste ist hier nicht bekannt.",
      { day: day(facts.threshold.until) },
    );
  if (facts.wantsDirect)
    add(
      "warn",
      facts.isAbove === true
        ? "You write of buying without a tender or in parts: above the threshold that is closed to a public buyer. | Sie schreiben von einem Kauf ohne Ausschreibung oder in Teilen: Oberhalb des Schwellenwerts ist das öffentlichen Auftraggebern verwehrt."
        : "You write of buying without a tender or in parts: check whether your rules allow it. | Sie schreiben von einem Kauf ohne Ausschreibung oder in Teilen: Prüfen Sie, ob Ihre Regeln das erlauben.",
    );
  if (values.criteria.length > 0 && facts.priceWeight === 0)
    add("warn", "No criterion is the price. | Kein Kriterium ist der Preis.");
  if (facts.priceWeight === 100)
    add(
      "info",
      "Only the price counts: whatever quality you need must be a “must”. | Nur der Preis zählt: Jede Qualität, die Sie brauchen, muss ein Muss sein.",
    );
  if (facts.estimate !== null && values.lots.length > 0 && Math.abs(facts.estimate - facts.lotSum) >= 1)
    add(
      "warn",
      "The estimate of {value} differs from the sum of the lots, {sum}. | Die Schätzung von {value} weicht von der Summe der Lose ab, {sum}.",
      { value: money(scene, facts.estimate), sum: money(scene, facts.lotSum) },
    );
  return found;
}

/** What follows from buyer, country and value. */
function consequence({ facts, form: values, translate }: TenderScene): string {
  if (values.buyer === "private")
    return translate(
      "No procurement law; your own purchasing rules apply. | Kein Vergaberecht; es gelten Ihre Einkaufsregeln.",
    );
  if (facts.threshold === null)
    return translate(
      "The rules of this country are not known here: ask your procurement office. | Die Regeln dieses Landes sind hier nicht bekannt: Fragen Sie Ihre Vergabestelle.",
    );
  if (facts.isAbove === null)
    return facts.value === 0
      ? translate("Open until the value is estimated. | Offen, bis der Wert geschätzt ist.")
      : translate(
          "Open: convert the value into {currency} first. | Offen: Rechnen Sie den Wert zuerst in {currency} um.",
          { currency: facts.threshold.currency },
        );
  if (!facts.isAbove)
    return translate(
      "National rules below the threshold: check the limits of your state and authority. | Nationale Regeln unterhalb des Schwellenwerts: Prüfen Sie die Wertgrenzen Ihres Landes und Ihrer Behörde.",
    );
  return facts.regime === "uk"
    ? translate(
        "Tender notice on the central digital platform; open or competitive flexible procedure. | Bekanntmachung auf der zentralen Plattform; offenes oder flexibles Verfahren.",
      )
    : values.kind === "social"
      ? translate(
          "Notice throughout the EU; light rules for social and other specific services. | EU-weite Bekanntmachung; vereinfachte Regeln für soziale und andere besondere Dienstleistungen.",
        )
      : translate(
          "Notice throughout the EU, as a rule an open or restricted procedure. | EU-weite Bekanntmachung, in der Regel offenes oder nicht offenes Verfahren.",
        );
}

/** Limits of the law that apply here, one line each: what, how much, source, state. */
function limits(scene: TenderScene): string[][] {
  const { facts, translate, language } = scene;
  const { threshold, legal } = facts;
  const asOf = dayText(rulesAsOf, language);
  const check = translate("to be checked | zu prüfen");
  const days = (count: number): string => translate("{count:day|days} | {count:Tag|Tage}", { count });
  const row = (what: Bilingual, value: string, source: Bilingual): string[] => [
    translate(what),
    value,
    translate(source),
    asOf,
    check,
  ];
  return [
    ...(threshold
      ? [
          row(
            threshold.withVat
              ? "Threshold with VAT | Schwellenwert mit Umsatzsteuer"
              : "Threshold without VAT | Schwellenwert ohne Umsatzsteuer",
            `${moneyIn(scene, threshold.amount, threshold.currency)} (${
              threshold.until
                ? translate("{from} to {until} | {from} bis {until}", {
                    from: dayText(threshold.from, language),
                    until: dayText(threshold.until, language),
                  })
                : translate("since {from} | seit {from}", { from: dayText(threshold.from, language) })
            })`,
            threshold.source,
          ),
        ]
      : []),
    ...(legal.requests
      ? [
          row(
            "Least time for requests | Mindestfrist für Teilnahmeanträge",
            days(legal.requests.days),
            legal.requests.source,
          ),
        ]
      : []),
    ...(legal.bids
      ? [
          row(
            "Least time for electronic bids | Mindestfrist für elektronische Angebote",
            days(legal.bids.days),
            legal.bids.source,
          ),
        ]
      : []),
    ...(legal.answersBefore
      ? [
          row(
            "Answers before the deadline | Auskünfte vor Ablauf der Angebotsfrist",
            days(legal.answersBefore.days),
            legal.answersBefore.source,
          ),
        ]
      : []),
    ...(legal.standstill
      ? [
          row(
            "Standstill before the award | Stillhaltefrist vor dem Zuschlag",
            legal.standstill.unit === "working"
              ? translate("{count:working day|working days} | {count:Arbeitstag|Arbeitstage}", {
                  count: legal.standstill.days,
                })
              : days(legal.standstill.days),
            legal.standstill.source,
          ),
        ]
      : []),
    ...(legal.notice
      ? [
          row(
            "Award notice after the award | Vergabebekanntmachung nach dem Zuschlag",
            days(legal.notice.days),
            legal.notice.source,
          ),
        ]
      : []),
  ];
}

export const procedure = computed(
  "procedure",
  "Which procedure applies (internal) | Welches Verfahren gilt (intern)",
  (scene) => {
    const { facts, form: values, translate, translateAll, language } = scene;
    const named = facts.exemptLots.map((at) => values.lots[at]?.name ?? "");
    return [
      ...tableOf(translateAll("Question | Frage", "Answer | Antwort"), [
        [translate("Buyer | Auftraggeber"), translate(buyers[values.buyer])],
        [
          translate("Value with all lots and options | Wert mit allen Losen und Optionen"),
          facts.value > 0 ? money(scene, Math.max(facts.value, facts.lotSum)) : translate("open | offen"),
        ],
        ...(facts.threshold?.withVat && facts.value > 0
          ? [
              [
                translate(
                  "With 20 % VAT, as the threshold counts | Mit 20 % Umsatzsteuer, wie der Schwellenwert zählt",
                ),
                money(scene, facts.compared),
              ],
            ]
          : []),
        [translate("Planned procedure | Geplantes Verfahren"), translate(procedures[values.procedure])],
        [translate("What follows | Folge"), consequence(scene)],
      ]),
      ...tableOf(
        translateAll("Limit | Grenze", "Value | Wert", "Source | Quelle", "As of | Stand", "Status | Status"),
        limits(scene),
      ),
      ...(named.length > 0
        ? [
            note(
              "info",
              translate(
                "Small lots that may be bought by national rules (Article 5(10) of Directive 2014/24/EU, to be checked): {lots}. | Kleine Lose, die nach nationalen Regeln vergeben werden dürfen (Artikel 5 Absatz 10 Richtlinie 2014/24/EU, zu prüfen): {lots}.",
                { lots: listed(named, language) },
              ),
            ),
          ]
        : []),
      ...(values.buyer === "private"
        ? []
        : [
            note(
              "info",
              translate(
                "Orientation, not legal advice. A public buyer may not split a contract to stay below a threshold. | Orientierung, keine Rechtsberatung. Öffentliche Auftraggeber dürfen einen Auftrag nicht teilen, um unter einem Schwellenwert zu bleiben.",
              ),
            ),
          ]),
    ];
  },
);

/** Where a date comes from. */
function reasonOf(scene: TenderScene, step: TenderStep): string {
  const { facts, form: values, translate, language } = scene;
  const { legal, checks } = facts;
  const period = (id: "requests" | "bids", count: number): string => {
    const check = checks.find((one) => one.id === id);
    return check
      ? translate(
          "{count:day|days}; by law {earliest} at the earliest | {count:Tag|Tage}; nach dem Gesetz frühestens {earliest}",
          { count, earliest: dayText(check.earliest, language) },
        )
      : translate("{count:day|days} | {count:Tag|Tage}", { count });
  };
  const planned = translate("planning value | Planwert");
  switch (step) {
    case "sent":
      return translate("your choice | Ihre Angabe");
    case "requests":
      return period("requests", values.requestDays);
    case "deadline":
      return period("bids", values.bidDays);
    case "answers":
      return legal.answersBefore
        ? translate("at least {count:day|days} before the deadline | mindestens {count:Tag|Tage} vor Fristende", {
            count: legal.answersBefore.days,
          })
        : planned;
    case "informed":
      return translate(
        "{count:working day|working days} for evaluation | {count:Arbeitstag|Arbeitstage} für die Wertung",
        { count: values.evaluationDays },
      );
    case "award":
      return legal.standstill === null
        ? translate("next working day | nächster Arbeitstag")
        : legal.standstill.unit === "working"
          ? translate(
              "after {count:working day|working days} of standstill | nach {count:Arbeitstag|Arbeitstagen} Stillhaltefrist",
              {
                count: legal.standstill.days,
              },
            )
          : translate("after {count:day|days} of standstill | nach {count:Tag|Tagen} Stillhaltefrist", {
              count: legal.standstill.days,
            });
    case "notice":
      return translate("at most {count:day|days} after the award | höchstens {count:Tag|Tage} nach dem Zuschlag", {
        count: legal.notice?.days ?? 0,
      });
    default:
      return planned;
  }
}

export const timeline = computed("timeline", "Dates (internal) | Termine (intern)", (scene) => {
  const { facts, form: values, translate, translateAll, language } = scene;
  const { holidays } = facts;
  return [
    ...tableOf(translateAll("Step | Schritt", "Date | Datum", "Why | Grundlage"), [
      ...facts.dates.steps.map(({ id, date }) => [
        translate(stepNames[id]),
        datedText(date, language),
        reasonOf(scene, id),
      ]),
      [
        translate("Start of the contract | Leistungsbeginn"),
        datedText(values.startOn, language),
        translate("your choice | Ihre Angabe"),
      ],
    ]),
    note(
      "info",
      [
        translate(
          "Bidders have {count:working day|working days} until {deadline}. | Bis {deadline} haben Bieter {count:Arbeitstag|Arbeitstage}.",
          { count: facts.workdays, deadline: dayText(dateOfStep(facts, "deadline"), language) },
        ),
        ...(holidays.length > 0
          ? [
              translate("Public holidays in this time: {list}. | Feiertage in dieser Zeit: {list}.", {
                list: listed(
                  holidays.map(({ date, name }) => `${name[language]} (${dayText(date, language)})`),
                  language,
                ),
              }),
            ]
          : []),
      ].join(" "),
    ),
  ];
});

/** A percentage without decimals it does not need. */
export const share = (value: number, { language }: TenderScene): string =>
  percent(value, language, Number.isInteger(value) ? 0 : 1);
