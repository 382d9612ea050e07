import type { Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { clipped, listed } from "../../domain/wording.ts";
import { entryAt, nextProject, nextWorkday } from "../../kit/effects.ts";
import type { Form as PlanForm } from "../businessPlanner/form.ts";
import type { Form as LeadsForm } from "../leadsListProvider/form.ts";
import type { Form as GroupsForm } from "../targetGroupsAnalyser/form.ts";
import type { RivalScene } from "./facts.ts";
import { priceLines } from "./tables.ts";

/* What a competitor analysis suggests: moves with a date to judge them, a talk with the team, a look every month. */

export interface WrittenPlay {
  id: string;
  what: string;
  kind: "ignore" | "defend" | "attack";
  why: string;
  sign: string;
}

/** Days until the first move is begun, and from one to the next. */
const [firstMove, betweenMoves] = [7, 7];
const reviewAfter = 14;
const watchAfter = 30;
/** Half a year of looking again. */
const watchRule = "FREQ=MONTHLY;COUNT=6";
/** Characters that the forms of the next workflows take. */
const limits = { offer: 3000, market: 3000, sell: 1500, place: 160 } as const;

export function rivalProposals(scene: RivalScene, plays: readonly WrittenPlay[]): Proposal[] {
  const { form, facts, translate, language, context } = scene;
  const { timeZone } = context;
  const day = (days: number): string => nextWorkday(addDays(localDateOf(context.now, timeZone), days));
  const plain = (text: string): string => scene.show(text).trim();
  const title = form.requirementTitle;
  const names = listed(
    facts.rivals.map(({ name }) => name),
    language,
  );
  const shared = {
    goalLanguage: form.goalLanguage,
    companyInformation: form.companyInformation,
    productsPitch: form.productsPitch,
  };
  const prices = priceLines(scene);
  return [
    ...plays
      .filter(({ kind, what }) => kind !== "ignore" && what !== "")
      .map(({ id, what, why, sign }, at) =>
        entryAt(`play:${id}`, {
          type: "2000",
          title: plain(what),
          date: day(firstMove + betweenMoves * at),
          notes: [plain(why), plain(sign)].filter(Boolean).join("\n"),
          timeZone,
        }),
      ),
    entryAt("review", {
      type: "4000",
      title: translate("Discuss competitors with the team: {title} | Wettbewerber im Team besprechen: {title}", {
        title,
      }),
      date: day(reviewAfter),
      minutes: 45,
      notes: names,
      timeZone,
    }),
    ...(form.watch && facts.rivals.length > 0 ? [watchEntry(scene, day(watchAfter), names)] : []),
    nextProject<GroupsForm>(
      "next:targetGroupsAnalyser",
      "targetGroupsAnalyser",
      translate("Target groups: {title} | Zielgruppen: {title}", { title }),
      {
        ...shared,
        offer: (form.productsPitch || form.job).slice(0, limits.offer).toWellFormed(),
        places: form.places,
        currency: form.currency,
      },
    ),
    // Who compares vendors for orders has somebody to offer to.
    nextProject<LeadsForm>(
      "next:leadsListProvider",
      "leadsListProvider",
      translate("Leads: {title} | Leads: {title}", { title }),
      {
        ...shared,
        whatYouSell: (form.productsPitch || form.job).slice(0, limits.sell).toWellFormed().padEnd(3, "."),
        place: clipped(form.places[0] ?? "", limits.place, limits.place),
        research: "web",
      },
    ),
    ...(prices.length === 0
      ? []
      : [
          nextProject<PlanForm>(
            "next:businessPlanner",
            "businessPlanner",
            translate("Business plan: {title} | Businessplan: {title}", { title }),
            {
              ...shared,
              idea: (form.productsPitch || form.job).slice(0, limits.offer).toWellFormed().padEnd(10, "."),
              currency: form.currency,
              market: prices.join("\n").slice(0, limits.market).toWellFormed(),
            },
          ),
        ]),
  ];
}

function watchEntry({ form, translate, context }: RivalScene, date: string, names: string): Proposal {
  const entry = entryAt("watch", {
    type: "8000",
    title: translate("Review competitors again: {title} | Wettbewerber erneut prüfen: {title}", {
      title: form.requirementTitle,
    }),
    date,
    notes: translate(
      "{names}. Run the analysis again from this project, or repeat it every month with “Schedule runs”. | {names}. Führen Sie die Analyse aus diesem Projekt erneut aus oder wiederholen Sie sie mit „Regelmäßig ausführen“ jeden Monat.",
      { names },
    ),
    timeZone: context.timeZone,
  });
  return { ...entry, payload: { ...entry.payload, rrule: watchRule } };
}
