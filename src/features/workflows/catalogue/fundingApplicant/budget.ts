import type { Block } from "#src/features/documents/document.ts";
import { moneyText } from "../../domain/currencies.ts";
import type { CostKind } from "../../domain/fundingBudget.ts";
import { figure, percent } from "../../domain/wording.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { countText, euro, type Facts, type FundingScene, inMode } from "./facts.ts";
import { costKindNames, type Form } from "./form.ts";

/* Money and work of an application. */

const { computed } = sectionsFor<Form, Facts>();
const isWrite = inMode("write");

export const budgetPart = computed(
  "budget",
  "Budget | Finanzplan",
  (scene) => {
    const {
      form: values,
      facts: { budget, rate },
      translate,
      translateAll,
      language,
    } = scene;
    const of = (value: number): string => euro(scene, value);
    const loose = budget.byPackage.find(({ no }) => no === 0);
    const isOff = values.totalCost !== null && budget.total > 0 && Math.abs(values.totalCost - budget.total) > 1;
    const kind = (name: CostKind): string => translate(costKindNames[name]).split(",")[0] ?? name;
    return [
      ...tableOf(
        translateAll(
          "Cost | Kosten",
          "Package | Paket",
          "Quantity | Anzahl",
          "Per unit | Je Einheit",
          "Amount | Betrag",
        ),
        [
          ...budget.lines
            .filter(({ what }) => what !== "")
            .map((one) => [
              `${kind(one.kind)}: ${one.what}`,
              one.no > 0 ? `${translate("WP | AP")} ${one.no}` : "–",
              countText(one.count, language),
              one.price % 1 === 0 ? of(one.price) : moneyText(one.price, "EUR", language, 2),
              of(one.direct),
            ]),
          ...(budget.overhead > 0
            ? [
                [
                  translate("Overhead | Gemeinkosten"),
                  "–",
                  `${figure(values.overhead, language)} %`,
                  translate("of staff costs | der Personalkosten"),
                  of(budget.overhead),
                ],
              ]
            : []),
          ...(values.costs.length > 0 ? [[translate("Total | Gesamt"), "", "", "", of(budget.total)]] : []),
        ],
        [2, 3, 4],
      ),
      ...tableOf(
        translateAll(
          "Package | Paket",
          "Person-months | Personenmonate",
          "Cost incl. overhead | Kosten inkl. Gemeinkosten",
        ),
        budget.byPackage.map(({ no, personMonths, sum }) => [
          no === 0 ? translate("no package | kein Paket") : `${no} ${values.packages[no - 1]?.title ?? ""}`,
          countText(personMonths, language),
          of(sum),
        ]),
        [1, 2],
      ),
      ...(budget.total > 0
        ? tableOf(
            translateAll("Year | Jahr", "Cost | Kosten"),
            budget.byYear.map(({ year, sum }) => [year, of(sum)]),
            [1],
          )
        : []),
      ...(budget.grant === null || budget.total === 0
        ? []
        : tableOf(
            translateAll("Financing | Finanzierung", "Amount | Betrag"),
            [
              [
                translate("Grant applied for | Beantragte Zuwendung") +
                  (budget.isCapped
                    ? translate(" (at the limit) |  (Höchstbetrag)")
                    : ` (${percent(rate ?? 0, language)})`),
                of(budget.grant),
              ],
              [translate("Own funds | Eigenmittel"), of(values.ownMoney)],
              [translate("Other funds | Weitere Mittel"), of(values.otherMoney)],
              [
                (budget.gap ?? 0) > 0 ? translate("Shortfall | Fehlbetrag") : translate("Reserve | Reserve"),
                of(Math.abs(budget.gap ?? 0)),
              ],
            ],
            [1],
          )),
      ...((budget.gap ?? 0) > 0
        ? [
            note(
              "warn",
              translate(
                "{amount} is not covered. Without proof of funding, your own share isn’t secured. | {amount} sind nicht gedeckt. Ohne Nachweis dafür ist der Eigenanteil nicht gesichert.",
                { amount: of(budget.gap ?? 0) },
              ),
            ),
          ]
        : []),
      ...(budget.prefinance
        ? [
            ...chartOf(
              "line",
              translate("Your outlay before grant money arrives | Ihre Vorleistung, bevor Fördermittel eingehen"),
              "€",
              budget.outlay.map((value, at) => ({ label: `M${at + 1}`, value })),
            ),
            note(
              "info",
              translate(
                "By month {month}, you will have paid out {amount} more than you have received: the project needs that much liquidity. | Bis Monat {month} haben Sie {amount} mehr ausgegeben, als eingegangen ist: So viel Liquidität braucht das Vorhaben.",
                { month: budget.prefinance.month, amount: of(budget.prefinance.amount) },
              ),
            ),
          ]
        : []),
      ...(budget.prefinance &&
      budget.gap !== null &&
      budget.gap <= 0 &&
      budget.prefinance.amount > values.ownMoney + values.otherMoney
        ? [
            note(
              "warn",
              translate(
                "Your own share is covered, but liquidity is not: in month {month}, you are {amount} short. Arrange a credit line or claim more often. | Der Eigenanteil ist gedeckt, die Liquidität nicht: Im Monat {month} fehlen {amount}. Vereinbaren Sie eine Kreditlinie oder rufen Sie Mittel öfter ab.",
                {
                  month: budget.prefinance.month,
                  amount: of(budget.prefinance.amount - values.ownMoney - values.otherMoney),
                },
              ),
            ),
          ]
        : []),
      ...(loose && values.packages.length > 0 && values.costs.length > 0
        ? [
            note(
              "warn",
              translate(
                "{amount} isn’t assigned to a work package; reviewers cut such items first. | {amount} sind keinem Arbeitspaket zugeordnet; solche Posten streichen Prüfer zuerst.",
                { amount: of(loose.sum) },
              ),
            ),
          ]
        : []),
      ...(isOff
        ? [
            note(
              "warn",
              translate(
                "The items add up to {sum}, but you entered {said}. | Die Posten ergeben {sum}, angegeben haben Sie {said}.",
                {
                  sum: of(budget.total),
                  said: of(values.totalCost ?? 0),
                },
              ),
            ),
          ]
        : []),
    ];
  },
  isWrite,
);
/** A work package: what is given and worked out first, then what was written, then what is still to be decided. */
export const workBlocks = (
  scene: FundingScene,
  all: readonly { id: string; goal: string; tasks: string; stop: string }[],
): Block[] =>
  scene.form.packages.flatMap(({ title, from, to, lead, result }, at): Block[] => {
    const { translate, translateAll, show } = scene;
    const row = all.find(({ id }) => id === `w${at + 1}`);
    const months = scene.facts.budget.byPackage.find(({ no }) => no === at + 1)?.personMonths ?? 0;
    const names = translateAll("Goal | Ziel", "Tasks | Aufgaben", "Result | Ergebnis", "Decision | Entscheidung");
    const texts = [row?.goal ?? "", row?.tasks ?? "", result, row?.stop ?? ""];
    const time = translate(
      "Months {from} to {to}, {staff} person-months{lead} | Monat {from} bis {to}, {staff} Personenmonate{lead}",
      { from, to, staff: countText(months, scene.language), lead: lead && `, ${lead}` },
    );
    return [
      { type: "h", text: `${translate("WP | AP")} ${at + 1}: ${title}` },
      {
        type: "list",
        ordered: false,
        items: [time, ...texts.flatMap((text, index) => (text ? [`${names[index]}: ${show(text)}`] : []))],
      },
      ...(row?.stop
        ? []
        : [
            note(
              "gap",
              translate(
                "{title}: what must be achieved by the end for you to go on, and what happens otherwise? | {title}: Was muss am Ende erreicht sein, damit Sie weitermachen, und was geschieht sonst?",
                { title },
              ),
            ),
          ]),
    ];
  });
