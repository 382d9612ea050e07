import { premiumFor, type PriceFormula, rankBids, type TieRule } from "../../domain/awarding.ts";
import { datedText, dayText } from "#src/kit/time/dateTexts.ts";
import { figure } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { dateOfStep, type Facts, money, moneyIn, type TenderScene } from "./facts.ts";
import type { Form } from "./form.ts";
import { share, warnings } from "./procedure.ts";

/* What code works out of a purchase: overview, price sheet, award formula with trial bids, and the forms to fill in. */

const { computed } = sectionsFor<Form, Facts>();

export const overview = computed("overview", "At a glance (internal) | Auf einen Blick (intern)", (scene) => {
  const { facts, form: values, translate, language } = scene;
  const faulty = facts.lints.filter((found) => found.length > 0).length;
  const { threshold } = facts;
  return [
    {
      type: "kpi",
      items: [
        {
          label: translate("Estimated value | Geschätzter Wert"),
          value: facts.value > 0 ? money(scene, facts.value) : translate("open | offen"),
          note: translate("without VAT | ohne Umsatzsteuer"),
        },
        ...(threshold
          ? [
              {
                label: translate("Threshold | Schwellenwert"),
                value: moneyIn(scene, threshold.amount, threshold.currency),
                note: translate(
                  facts.isAbove === null
                    ? "to be compared | zu vergleichen"
                    : facts.isAbove
                      ? "reached, to be checked | erreicht, zu prüfen"
                      : "not reached, to be checked | nicht erreicht, zu prüfen",
                ),
              },
            ]
          : []),
        {
          label: translate("Deadline for bids | Angebotsfrist"),
          value: dayText(dateOfStep(facts, "deadline"), language),
          note: translate("{count:working day|working days} | {count:Arbeitstag|Arbeitstage}", {
            count: facts.workdays,
          }),
        },
        {
          label: translate("Earliest award | Frühester Zuschlag"),
          value: dayText(facts.dates.award, language),
          note: "",
        },
        ...(values.requirements.length > 0
          ? [
              {
                label: translate("Requirements to sharpen | Zu schärfende Anforderungen"),
                value: translate("{faulty} of {all} | {faulty} von {all}", {
                  faulty,
                  all: values.requirements.length,
                }),
                note: translate("as you entered them | wie Sie sie eingegeben haben"),
              },
            ]
          : []),
      ],
    },
    ...warnings(scene),
  ];
});

/** What every bidder has to know first. */
export const frame = computed(
  "frame",
  "Key data | Eckdaten",
  ({ facts, form: values, translate, translateAll, language }) =>
    tableOf(
      translateAll("Point | Punkt", "Value | Angabe"),
      (
        [
          ["Purchase | Beschaffung", values.requirementTitle],
          ["CPV codes | CPV-Codes", values.cpv.join(", ")],
          ["Where it is delivered or done | Ort der Leistung", values.place],
          ["Lots | Lose", values.lots.length > 0 ? String(values.lots.length) : ""],
          ["Term and options | Laufzeit und Optionen", values.term],
          ["Questions in writing until | Fragen schriftlich bis", datedText(dateOfStep(facts, "questions"), language)],
          ["Deadline for bids | Angebotsfrist", datedText(dateOfStep(facts, "deadline"), language)],
          ["Start of the contract | Leistungsbeginn", datedText(values.startOn, language)],
        ] satisfies [Bilingual, string][]
      )
        .filter(([, value]) => value !== "")
        .map(([label, value]) => [translate(label), value]),
    ),
);

export const number = (value: number, { language }: TenderScene): string =>
  figure(value, language, Number.isInteger(value) ? 0 : 2);

export const priceSheet = computed("sheet", "Price sheet | Preisblatt", (scene) => {
  const { form: values, translate, translateAll } = scene;
  if (values.lots.length === 0) return [];
  const sum = values.lots.length;
  // Columns C (quantity), E (price each) and F (sum); the head is row 1.
  const formulas = [
    ...values.lots.map((_, row) => ({ row, column: 5, formula: `=C${row + 2}*E${row + 2}` })),
    { row: sum, column: 5, formula: `=SUM(F2:F${sum + 1})` },
    { row: sum + 2, column: 5, formula: `=F${sum + 2}+F${sum + 3}` },
  ];
  return [
    ...tableOf(
      translateAll(
        "Lot | Los",
        "Item | Position",
        "Quantity | Menge",
        "Unit | Einheit",
        "Price each | Einzelpreis",
        "Sum | Summe",
      ),
      [
        ...values.lots.map(({ name, quantity, unit }, at) => [
          String(at + 1),
          name,
          number(quantity, scene),
          unit,
          "",
          "",
        ]),
        ["", translate("Sum without VAT | Summe ohne Umsatzsteuer"), "", "", "", ""],
        ["", translate("VAT | Umsatzsteuer"), "", "", "", ""],
        ["", translate("Sum with VAT | Summe mit Umsatzsteuer"), "", "", "", ""],
      ],
      [2, 4, 5],
    ).map((block) => ({ ...block, formulas })),
    {
      type: "p",
      text: translate(
        "Bidders fill in the price of one unit in {currency}; the sums follow. The sum without VAT is compared. | Bieter tragen den Preis einer Einheit in {currency} ein; daraus folgen die Summen. Verglichen wird die Summe ohne Umsatzsteuer.",
        { currency: values.currency },
      ),
    },
  ];
});

const formulas: Readonly<Record<PriceFormula, Bilingual>> = {
  double:
    "Points for the price = {most} × (2 − price ÷ lowest price), never below 0. | Preispunkte = {most} × (2 − Preis ÷ niedrigster Preis), nie unter 0.",
  oneAndHalf:
    "Points for the price = {most} × (1.5 − price ÷ lowest price) ÷ 0.5, never below 0. | Preispunkte = {most} × (1,5 − Preis ÷ niedrigster Preis) ÷ 0,5, nie unter 0.",
  ratio: "Points for the price = {most} × lowest price ÷ price. | Preispunkte = {most} × niedrigster Preis ÷ Preis.",
};
const ties: Readonly<Record<TieRule, Bilingual>> = {
  quality:
    "With equal sums, more points for quality win, then the lower price, then a draw by lot. | Bei gleicher Summe entscheiden mehr Qualitätspunkte, dann der niedrigere Preis, dann das Los.",
  price:
    "With equal sums, the lower price wins, then more points for quality, then a draw by lot. | Bei gleicher Summe entscheidet der niedrigere Preis, dann mehr Qualitätspunkte, dann das Los.",
};

/** Who wins with equal points. */
export const tieText = ({ form: { tie }, facts, translate }: TenderScene): string =>
  translate(
    facts.priceWeight === 100
      ? "With equal points, the lower price wins, then a draw by lot. | Bei gleicher Punktzahl entscheidet der niedrigere Preis, dann das Los."
      : ties[tie],
  );

export const award = computed("award", "Award criteria and formula | Zuschlagskriterien und Formel", (scene) => {
  const {
    form: { criteria, formula },
    facts,
    translate,
    translateAll,
    language,
  } = scene;
  if (criteria.length === 0) return [];
  const line = (text: Bilingual): string =>
    translate(text, { most: figure(facts.priceWeight, language, Number.isInteger(facts.priceWeight) ? 0 : 2) });
  return [
    ...tableOf(
      translateAll("Criterion | Kriterium", "Weight | Gewicht", "Measured by | Gemessen an"),
      criteria.map(({ name, weight, measure }) => [name, share(weight, scene), measure || translate("open | offen")]),
      [1],
    ),
    {
      type: "list",
      ordered: false,
      items: [
        ...(facts.priceWeight > 0 ? [line(formulas[formula])] : []),
        ...(facts.priceWeight < 100
          ? [
              translate(
                "Points for a quality criterion = weight × points given ÷ 5. | Punkte eines Qualitätskriteriums = Gewicht × vergebene Punkte ÷ 5.",
              ),
            ]
          : []),
        translate(
          criteria.length > 1
            ? "Points are rounded to two decimals before they are added up. | Punkte werden auf zwei Nachkommastellen gerundet, bevor sie addiert werden."
            : "Points are rounded to two decimals. | Punkte werden auf zwei Nachkommastellen gerundet.",
        ),
        tieText(scene),
      ],
    },
  ];
});

/** Prices of the trial bids as shares of the estimate, and what each reaches of the points for quality. */
const trials = [
  { name: "A", price: 1, quality: 60 },
  { name: "B", price: 1.12, quality: 80 },
  { name: "C", price: 1.3, quality: 100 },
] as const;
/** Quality of the cheapest bid in the question what more quality may cost. */
const plainQuality = 60;
/** Sum of the trial bids when nobody has estimated a value. */
const roundValue = 100_000;

export const trial = computed(
  "trial",
  "Trial of the formula (internal) | Probe der Formel (intern)",
  (scene) => {
    const { form: values, facts, translate, translateAll, language } = scene;
    const base = facts.value || roundValue;
    const bids = rankBids(
      trials.map((bid) => ({ ...bid, price: base * bid.price })),
      facts.priceWeight,
      values.formula,
      values.tie,
    );
    const premium = premiumFor(facts.priceWeight, plainQuality, values.formula);
    const points = (value: number): string => figure(value, language, 2);
    return [
      ...tableOf(
        translateAll(
          "Sample bid | Beispielangebot",
          "Price | Preis",
          "Quality | Qualität",
          "Points for price | Preispunkte",
          "Points for quality | Qualitätspunkte",
          "Sum | Summe",
          "Rank | Rang",
        ),
        bids.map((bid) => [
          bid.name,
          money(scene, bid.price),
          share(bid.quality, scene),
          points(bid.pricePoints),
          points(bid.qualityPoints),
          points(bid.total),
          String(bid.rank),
        ]),
        [1, 2, 3, 4, 5, 6],
      ),
      ...chartOf(
        "bar",
        translate("Sum of the sample bids | Summe der Beispielangebote"),
        translate("points | Punkte"),
        bids.map(({ name, total }) => ({ label: name, value: total })),
      ),
      note(
        "info",
        premium === null
          ? translate(
              "With these weights a bid with full quality beats the cheapest one with {quality} %, whatever it costs. Is that what you want? | Mit diesen Gewichten schlägt ein Angebot mit voller Qualität das billigste mit {quality} %, was immer es kostet. Wollen Sie das?",
              { quality: plainQuality },
            )
          : translate(
              "A bid with full quality may cost up to {percent} % more than the cheapest one with {quality} % and still wins. Is that what you want? | Ein Angebot mit voller Qualität darf bis zu {percent} % mehr kosten als das billigste mit {quality} % und gewinnt noch. Wollen Sie das?",
              { percent: figure(premium, language, 1), quality: plainQuality },
            ),
      ),
    ];
  },
  ({ facts, form: { criteria } }) => criteria.length > 0 && facts.priceWeight > 0 && facts.priceWeight < 100,
);

export const estimate = computed(
  "estimate",
  "Estimate by lot (internal) | Schätzung nach Losen (intern)",
  (scene) => {
    const { form: values, facts, translateAll, translate } = scene;
    return [
      ...tableOf(
        translateAll("Lot | Los", "Estimate | Schätzung", "Each | Je Einheit", "Share | Anteil"),
        values.lots.map(({ name, quantity, value }, at) => [
          `${at + 1} ${name}`,
          value > 0 ? money(scene, value) : translate("open | offen"),
          quantity > 0 && value > 0 ? moneyEach(scene, value / quantity) : "–",
          value > 0 ? share(Math.round((value / facts.lotSum) * 1000) / 10, scene) : "–",
        ]),
        [1, 2, 3],
      ),
    ];
  },
  ({ facts }) => facts.lotSum > 0,
);
/** Prices of one unit need their cents. */
function moneyEach(scene: TenderScene, value: number): string {
  const rounded = money(scene, value);
  return Number.isInteger(value)
    ? rounded
    : rounded.replace(figure(Math.round(value), scene.language), number(value, scene));
}
