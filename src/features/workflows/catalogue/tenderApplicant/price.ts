import type { Block } from "#src/features/documents/document.ts";
import { pricePoints } from "../../domain/awarding.ts";
import { figure, percent } from "../../domain/wording.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { tableOf } from "../../kit/sections.ts";
import { money } from "./check.ts";
import { type Facts, inMode } from "./facts.ts";
import type { Form } from "./form.ts";

/* What the price is worth in points, what is left of it, and what to check on its sheet. */

const { computed } = sectionsFor<Form, Facts>();

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
                "The price has {weight} of the points. What you keep of them when the lowest bid is below yours of {price}: | Der Preis hat {weight} der Punkte. Was Ihnen davon bleibt, wenn das niedrigste Angebot unter Ihrem von {price} liegt:",
                { weight: percent(weight, language), price: money(scene, own) },
              ),
            },
            ...tableOf(
              translateAll(
                "Lowest bid | Niedrigstes Angebot",
                "Below yours | Unter Ihrem",
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
      {
        type: "checklist",
        items: translateAll(
          "Every position of the price sheet has a price, zero included | Jede Position des Preisblatts hat einen Preis, auch null",
          "Units and quantities are those of the buyer, unchanged | Einheiten und Mengen sind die des Auftraggebers, unverändert",
          "VAT stands where the sheet asks for it, and nowhere else | Umsatzsteuer steht dort, wo das Blatt sie verlangt, und nur dort",
          "Sums were worked out again by a second person | Summen hat eine zweite Person nachgerechnet",
          "Travel, disposal, overtime and price changes until the binding date are in it | Fahrten, Entsorgung, Überstunden und Preisänderungen bis zur Bindefrist sind enthalten",
        ).map((text) => ({ text, done: false })),
      },
    ];
    return blocks;
  },
  inMode("answer"),
);
