import type { Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays, firstOfNextMonth } from "#src/kit/time/dates.ts";
import { calendarMonthOf } from "../../domain/financeTables.ts";
import { entryAt, nextProject, workday } from "../../kit/effects.ts";
import type { Form as FundingForm } from "../fundingApplicant/form.ts";
import { money, planMonth, type PlanScene } from "./facts.ts";
import { planMonths } from "./form.ts";

/** Last working day of a month of the plan. */
const lastDayOf = (startOn: string, month: number): string =>
  workday(addDays(firstOfNextMonth(`${calendarMonthOf(startOn, month)}-01`), -1));

/** Months after whose end plan and accounts are compared. */
const reviewMonths = [3, 6, 9, 12];
/** Characters that the form of the funding applicant takes. */
const longestIdea = 4000;
/** Days before the start by which somebody has to ask for funding: answers of programmes take weeks. */
const fundingLead = 60;

/**
 * Milestones, four comparisons of plan and accounts and, where own money is not enough, a search for funding; as far as
 * they lie ahead. The search can begin at once as a project of its own.
 */
export function effectsOf(
  scene: PlanScene,
  milestones: readonly { id: string; what: string; month: number | null }[],
): Proposal[] {
  const { form: values, facts, translate, show } = scene;
  const { timeZone, now } = scene.context;
  const today = localDateOf(now, timeZone);
  const entry = (key: string, type: string, date: string, title: string, notes = ""): Proposal[] =>
    date < today ? [] : [entryAt(key, { type, title: `${values.requirementTitle}: ${title}`, date, notes, timeZone })];
  const planned = (month: number): string => {
    const until = facts.plan.months.slice(0, month);
    return translate(
      "Planned by the end of {month}: revenue {revenue}, profit before tax {profit}, cash {cash}. | Geplant bis Ende {month}: Umsatz {revenue}, Ergebnis vor Steuern {profit}, Kontostand {cash}.",
      {
        month: planMonth(scene, month),
        revenue: money(
          scene,
          until.reduce((sum, one) => sum + one.revenue, 0),
        ),
        profit: money(
          scene,
          until.reduce((sum, one) => sum + one.profit, 0),
        ),
        cash: money(scene, until.at(-1)?.cash ?? 0),
      },
    );
  };
  return [
    ...milestones.flatMap(({ id, what, month }) =>
      what === "" || month === null || !Number.isInteger(month) || month < 1 || month > planMonths
        ? []
        : entry(`milestone:${id}`, "2000", lastDayOf(values.startOn, month), show(what)),
    ),
    ...reviewMonths.flatMap((month) =>
      entry(
        `review:${month}`,
        "2000",
        // Accounts of a month are there about ten days after it.
        workday(addDays(firstOfNextMonth(`${calendarMonthOf(values.startOn, month)}-01`), 13)),
        translate("Compare plan and accounts | Plan und Buchhaltung vergleichen"),
        planned(month),
      ),
    ),
    ...(facts.plan.need > values.ownCapital
      ? entry(
          "funding",
          "5000",
          workday(addDays(values.startOn, -fundingLead)),
          translate("Look for funding | Förderung suchen"),
          translate(
            "Capital needed: {need}. Ask each program whether you must apply before the first order or contract. | Kapitalbedarf: {need}. Fragen Sie bei jedem Programm, ob der Antrag vor der ersten Bestellung oder dem ersten Vertrag gestellt sein muss.",
            { need: money(scene, facts.plan.need) },
          ),
        )
      : []),
    ...(facts.plan.need > values.ownCapital
      ? [
          nextProject<FundingForm>(
            "next:fundingApplicant",
            "fundingApplicant",
            translate("Funding: {title} | Förderung: {title}", { title: values.requirementTitle }),
            {
              goalLanguage: values.goalLanguage,
              companyInformation: values.companyInformation,
              productsPitch: values.productsPitch,
              mode: "find",
              research: "web",
              idea: values.idea.slice(0, longestIdea).toWellFormed(),
              legalForm: values.legalForm,
              totalCost: Math.round(facts.plan.need),
              ...(values.startOn >= today ? { startOn: values.startOn } : {}),
            },
          ),
        ]
      : []),
  ];
}
