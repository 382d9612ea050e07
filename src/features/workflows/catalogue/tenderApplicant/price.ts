import type { Block } from "#src/features/documents/document.ts";
import { pricePoints } from "../../domain/awarding.ts";
import { moneyText } from "../../domain/currencies.ts";
import type { PriceIssue } from "../../domain/priceSheet.ts";
import { figure, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { money } from "./check.ts";
import { type BidScene, type Facts, inMode } from "./facts.ts";
import type { Form } from "./form.ts";

/* What the price is worth in points, what is left of it, and what to check on its sheet. */

const { computed } = sectionsFor<Form, Facts>();

const faultNames = {
  noPrice: "no price; even zero must be entered | kein Preis; auch eine Null muss eingetragen sein",
  amount: "amount doesn’t match quantity × price | Betrag passt nicht zu Menge × Preis",
  sum: "sum doesn’t match the amounts | Summe passt nicht zu den Beträgen",
} as const satisfies Record<PriceIssue["kind"], Bilingual>;
/** Faults of a sheet that are shown. */
const maxFaults = 40;

/** What is wrong with the price sheets that were attached, worked out again. */
function sheetBlocks(scene: BidScene): Block[] {
  const { facts, form: values, translate, translateAll, language } = scene;
  // A fault may lie in the cents.
  const exact = (value: number): string => moneyText(value, values.currency, language, Number.isInteger(value) ? 0 : 2);
  const own = values.price;
  // Lots have sheets of their own; the price of the form is that of the whole bid.
  const total = facts.sheets.reduce((sum, sheet) => sum + sheet.total, 0);
  const isOther = facts.sheets.length > 0 && own !== null && Math.abs(own - total) > 0.01;
  const blocks = facts.sheets.flatMap((sheet): Block[] => {
    const name = [sheet.file, sheet.title].filter(Boolean).join(", ");
    return [
      { type: "h", text: translate("Price sheet: {name} | Preisblatt: {name}", { name }) },
      {
        type: "p",
        text: translate("{count:item|items}, {sum} in total. | {count:Position|Positionen}, zusammen {sum}.", {
          count: sheet.positions.length,
          sum: exact(sheet.total),
        }),
      },
      ...(sheet.issues.length === 0
        ? [
            note(
              "info",
              translate(
                "Every item has a price; amounts and sums are correct. | Jede Position hat einen Preis; Beträge und Summen stimmen.",
              ),
            ),
          ]
        : tableOf(
            translateAll("Item | Position", "Finding | Befund", "In the sheet | Im Blatt", "Correct | Richtig"),
            sheet.issues
              .slice(0, maxFaults)
              .map((fault) => [
                ["no" in fault ? fault.no : "", fault.name].filter(Boolean).join(" "),
                translate(faultNames[fault.kind]),
                fault.kind === "noPrice" ? "–" : exact(fault.found),
                fault.kind === "noPrice" ? "–" : exact(fault.right),
              ]),
            [2, 3],
          )),
      ...(sheet.issues.length > maxFaults
        ? [
            note(
              "info",
              translate("{count:more finding|more findings}. | {count:weiterer Befund|weitere Befunde}.", {
                count: sheet.issues.length - maxFaults,
              }),
            ),
          ]
        : []),
    ];
  });
  if (!isOther) return blocks;
  const params = { own: exact(own), sum: exact(total), count: facts.sheets.length };
  const warning =
    facts.sheets.length === 1
      ? translate(
          "The price in the form is {own}, but the sheet adds up to {sum}. | Im Formular steht ein Preis von {own}, das Blatt ergibt aber {sum}.",
          params,
        )
      : translate(
          "The price in the form is {own}, but the {count} price sheets add up to {sum}. | Im Formular steht ein Preis von {own}, die {count} Preisblätter ergeben zusammen {sum}.",
          params,
        );
  return [...blocks, note("warn", warning)];
}

/** How far a cheaper bid may lie below one’s own in the examples. */
const discounts = [0.05, 0.1, 0.2] as const;

export const price = computed(
  "price",
  "Price (internal) | Preis (intern)",
  (scene) => {
    const { facts, form: values, translate, translateAll, language } = scene;
    const weight = facts.criteria.find(({ kind, unit }) => kind === "price" && unit === "%")?.weight ?? null;
    const own = values.price;
    const margin = facts.decision.scores.find(({ key }) => key === "margin")?.value ?? null;
    const blocks: Block[] = [
      ...(own !== null && weight !== null && own > 0
        ? [
            {
              type: "p" as const,
              text: translate(
                "The price counts for {weight} of the points. This is how many you keep if the lowest bid is below your {price}: | Der Preis macht {weight} der Punkte aus. So viele davon bleiben Ihnen, wenn das niedrigste Angebot unter Ihren {price} liegt:",
                { weight: percent(weight, language), price: money(scene, own) },
              ),
            },
            ...tableOf(
              translateAll(
                "Lowest bid | Niedrigstes Angebot",
                "Difference | Abstand",
                "Lowest ÷ price | Niedrigster ÷ Preis",
                "Zero at twice the lowest | Null beim Doppelten",
              ),
              discounts.map((discount) => {
                const lowest = own * (1 - discount);
                const points = (formula: "ratio" | "double"): string =>
                  figure(pricePoints(own, lowest, weight, formula), language, 1);
                return [money(scene, lowest), percent(discount * 100, language), points("ratio"), points("double")];
              }),
              [0, 1, 2, 3],
            ),
          ]
        : []),
      ...(margin !== null && own !== null && values.cost !== null
        ? [
            {
              type: "p" as const,
              text: translate("Margin: {gain}, {share} of the price. | Marge: {gain}, {share} vom Preis.", {
                gain: money(scene, own - values.cost),
                share: percent(margin, language, 1),
              }),
            },
          ]
        : []),
      ...sheetBlocks(scene),
      {
        type: "checklist",
        items: translateAll(
          "Every item on the price sheet has a price, even if it is zero | Jede Position des Preisblatts hat einen Preis, auch wenn er null ist",
          "The buyer’s units and quantities are unchanged | Einheiten und Mengen des Auftraggebers sind unverändert",
          "VAT is shown where the sheet asks for it, and nowhere else | Umsatzsteuer steht dort, wo das Blatt sie verlangt, und nur dort",
          "A second person has checked the sums | Eine zweite Person hat die Summen nachgerechnet",
          "Travel, disposal, overtime and price changes up to the end of the bid’s validity are included | Fahrten, Entsorgung, Überstunden und Preisänderungen bis zum Ende der Bindefrist sind enthalten",
        ).map((text) => ({ text, done: false })),
      },
    ];
    return blocks;
  },
  inMode("answer"),
);
