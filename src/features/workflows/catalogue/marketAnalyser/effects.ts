import type { Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { percent } from "../../domain/wording.ts";
import { entryAt, nextProject, nextWorkday, workday } from "../../kit/effects.ts";
import { levels } from "../../domain/marketSize.ts";
import type { Form as PlanForm } from "../businessPlanner/form.ts";
import type { Form as CompetitorsForm } from "../companionsAnalyser/form.ts";
import type { Form as GroupsForm } from "../targetGroupsAnalyser/form.ts";
import { type MarketScene, priceText, sizeText, valueText } from "./facts.ts";
import { levelNames } from "./form.ts";

/* What a market analysis suggests: the assumption to check, dates of rules, a look every quarter, the next workflows. */

export interface WrittenForOthers {
  rules: readonly { id: string; rule: string; day: string; so: string }[];
  groups: readonly { name: string; need: string }[];
}

/** Days until the heaviest assumption is checked. */
const checkAfter = 7;
/** Thirteen weeks are a quarter, on the same day of the week. */
const quarter = 91;
/** A year of looking again. */
const watchRule = "FREQ=MONTHLY;INTERVAL=3;COUNT=4";
/** Characters that the forms of the next workflows take. */
const limits = { hypotheses: 3000, market: 3000, competitors: 10 } as const;

/** An entry that repeats. */
function repeating(entry: Proposal, rrule: string): Proposal {
  return { ...entry, payload: { ...entry.payload, rrule } };
}

export function marketProposals(scene: MarketScene, written: WrittenForOthers): Proposal[] {
  const { form, facts, translate, language, context } = scene;
  const { now, timeZone } = context;
  const today = localDateOf(now, timeZone);
  const title = form.requirementTitle;
  const [lever] = facts.levers;
  const open = facts.chain.find(({ range }) => range === null);
  const shared = {
    goalLanguage: form.goalLanguage,
    companyInformation: form.companyInformation,
    productsPitch: form.productsPitch,
  };
  const check = { type: "2000", date: nextWorkday(addDays(today, checkAfter)), notes: title, timeZone };
  return [
    ...(open
      ? [
          entryAt("lever", {
            ...check,
            title: translate("Find the missing figure: “{label}” | Fehlende Zahl beschaffen: „{label}“", {
              label: open.label,
            }),
          }),
        ]
      : lever
        ? [
            entryAt("lever", {
              ...check,
              title: translate(
                "Check first: “{label}” ({share} of the uncertainty) | Zuerst prüfen: „{label}“ ({share} der Unsicherheit)",
                { label: lever.factor.label, share: percent(lever.share, language) },
              ),
            }),
          ]
        : []),
    ...written.rules.flatMap(({ id, rule, day, so }) =>
      day > today
        ? [
            entryAt(`rule:${id}`, {
              type: "2000",
              title: scene.show(rule).replace(/\.$/, ""),
              date: workday(day) > today ? workday(day) : day,
              notes: scene.show(so),
              timeZone,
            }),
          ]
        : [],
    ),
    ...(form.watch
      ? [
          repeating(
            entryAt("watch", {
              type: "8000",
              title: translate("Repeat market analysis: {title} | Marktanalyse wiederholen: {title}", { title }),
              date: nextWorkday(addDays(today, quarter)),
              notes: translate(
                "Run the market analyser again with this project’s form and compare market sizes, prices and rules. | Marktanalyse mit dem Formular dieses Projekts erneut ausführen und Marktgrößen, Preise und Regeln vergleichen.",
              ),
              timeZone,
            }),
            watchRule,
          ),
        ]
      : []),
    nextProject<CompetitorsForm>(
      "next:companionsAnalyser",
      "companionsAnalyser",
      translate("Competitors: {title} | Wettbewerber: {title}", { title }),
      {
        ...shared,
        places: form.places,
        competitors: form.competitors.slice(0, limits.competitors).map(({ name, offer, price }) => ({
          name,
          url: "",
          notes: [offer, price === null ? "" : priceText(scene, price)].filter(Boolean).join(", "),
        })),
        ...(form.competitors.length === 0 ? { research: "web" as const } : {}),
        currency: form.currency,
      },
    ),
    ...(form.buyers === "b2g"
      ? []
      : [
          nextProject<GroupsForm>(
            "next:targetGroupsAnalyser",
            "targetGroupsAnalyser",
            translate("Target groups: {title} | Zielgruppen: {title}", { title }),
            {
              ...shared,
              offer: form.product,
              buyers: form.buyers,
              places: form.places,
              countries: form.countries,
              nace: form.nace,
              currency: form.currency,
              hypotheses: written.groups
                .map(({ name, need }) => scene.show(`${name}: ${need}`).replace(/\s+/g, " "))
                .join("\n")
                .slice(0, limits.hypotheses)
                .toWellFormed(),
            },
          ),
        ]),
    ...(facts.sizes.som || facts.sizes.sam || facts.sizes.tam
      ? [
          nextProject<PlanForm>(
            "next:businessPlanner",
            "businessPlanner",
            translate("Business plan: {title} | Businessplan: {title}", { title }),
            {
              ...shared,
              idea: form.product.padEnd(10, "."),
              country: form.places.join(", ").slice(0, 60).toWellFormed(),
              currency: form.currency,
              market: marketLines(scene).join("\n").slice(0, limits.market).toWellFormed(),
            },
          ),
        ]
      : []),
  ];
}

/** Sizes and the factors behind them, as a person would write them into another form. */
function marketLines({ facts, form, language, translate }: MarketScene): string[] {
  const sizes = levels.flatMap((level) => {
    const size = facts.sizes[level];
    return size
      ? [
          `${translate(levelNames[level])}: ${sizeText({ language, form }, size.value, size)} (${sizeText({ language, form }, size.low, size)} – ${sizeText({ language, form }, size.high, size)})`,
        ]
      : [];
  });
  return [
    ...sizes,
    ...facts.chain.flatMap(({ label, range, unit, origin }) =>
      range ? [`${label}: ${valueText({ language, form }, range.value, unit)}${origin ? ` (${origin})` : ""}`] : [],
    ),
  ];
}
