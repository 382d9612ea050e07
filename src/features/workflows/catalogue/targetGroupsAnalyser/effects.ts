import { branches, branchKeys, tagsInWords } from "../../domain/leadBranches.ts";
import type { Proposal } from "#src/features/documents/document.ts";
import { contentTypesOf, type Platform } from "#src/features/outcomes/rules.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { clipped } from "../../domain/wording.ts";
import { entryAt, nextProject, nextWorkday, outcomeAt, writerOf } from "../../kit/effects.ts";
import { cardNamed } from "../cards.ts";
import type { Form as PlanForm } from "../businessPlanner/form.ts";
import type { Form as ContentForm } from "../contentPlanner/form.ts";
import type { Form as JourneyForm } from "../customerJourneyPlanner/form.ts";
import type { Form as LeadsForm } from "../leadsListProvider/form.ts";
import type { GroupsScene } from "./facts.ts";
import { half } from "../../kit/bilingual.ts";
import { goals } from "./form.ts";

/* What target groups suggest to the calendar, to the content items, and to the workflows that go on with them. */

export interface WrittenGroup {
  id: string;
  name: string;
  job: string;
  trigger: string;
  pain: string;
  hook: string;
  promise: string;
  content: string;
  platform: Platform | null;
}

/** Days until the first talks, and from one group to the next. */
const [firstTalks, betweenTalks] = [9, 7];
/** Days until the tests are judged: they run for four weeks. */
const judgedAfter = 35;
const firstContent = 14;
/** Characters that the forms of the next workflows take. */
const journeyLimits = { customer: 120, about: 2000, scenario: 1500 } as const;
const limits = {
  name: 80,
  situation: 300,
  goal: 600,
  topic: 100,
  leads: 1500,
  place: 160,
  customers: 1500,
  country: 60,
} as const;

/** Name of a group outside of the document: a group of the list reads `moved (occasion)` until somebody names it. */
function titleOf({ facts }: GroupsScene, { id, name }: WrittenGroup): string {
  const origin = facts.origins.find((one) => one.id === id);
  return origin?.segment && origin.name.startsWith(name) ? `${origin.segment.label} (${origin.segment.column})` : name;
}

export function groupProposals(scene: GroupsScene, groups: readonly WrittenGroup[], hasTests: boolean): Proposal[] {
  const { form, facts, translate, context } = scene;
  const { timeZone } = context;
  const today = localDateOf(context.now, timeZone);
  const day = (days: number): string => nextWorkday(addDays(today, days));
  const plain = (text: string): string => scene.show(text).trim();
  const title = form.requirementTitle;
  const inOrder = facts.ranks.flatMap(({ id }) =>
    groups
      .filter((group) => group.id === id && group.name !== "")
      .map((group) => ({ ...group, name: titleOf(scene, group) })),
  );
  const named = inOrder.filter(({ job, trigger }) => job !== "" || trigger !== "");
  return [
    ...(form.interviews
      ? inOrder.map((group, at) =>
          entryAt(`talks:${group.id}`, {
            type: "6000",
            title: translate("Five interviews: {name} | Fünf Gespräche: {name}", { name: plain(group.name) }),
            date: day(firstTalks + betweenTalks * at),
            minutes: 150,
            notes: plain(group.trigger),
            timeZone,
          }),
        )
      : []),
    ...(hasTests
      ? [
          entryAt("judge", {
            type: "2000",
            title: translate("Evaluate tests: {title} | Tests auswerten: {title}", { title }),
            date: day(judgedAfter),
            minutes: 45,
            timeZone,
          }),
        ]
      : []),
    ...named.flatMap(({ id, content, platform, hook, promise, name: group }, at) => {
      const contentType = platform ? contentTypesOf[platform][0] : undefined;
      if (!platform || contentType === undefined || content === "") return [];
      return outcomeAt(id, {
        ...writerOf(platform, contentType),
        platform,
        contentType,
        title: plain(content),
        brief: [plain(group), plain(hook), plain(promise)].filter(Boolean).join("\n"),
        date: day(firstContent + betweenTalks * at),
        time: "09:00",
        timeZone,
        entryType: "3010",
      });
    }),
    // A draft knows groups by name alone, or none: what the person entered is passed on anyway.
    ...nextProjects(scene, named.length > 0 ? named : inOrder, plain),
  ];
}

/** The journey of one person of a group, with what is known of them. */
export function journeyProject(
  { form, translate }: GroupsScene,
  group: WrittenGroup | undefined,
  plain: (text: string) => string,
): Proposal[] {
  if (!group) return [];
  const { customer, about, scenario } = journeyLimits;
  const known = [group.job, group.pain, group.promise].map(plain).filter(Boolean).join("\n");
  return [
    nextProject<JourneyForm>(
      "journey",
      "customerJourneyPlanner",
      translate("Journey: {name} | Kundenreise: {name}", { name: plain(group.name) }),
      {
        goalLanguage: form.goalLanguage,
        companyInformation: form.companyInformation,
        productsPitch: form.productsPitch,
        persona: clipped(plain(group.name), customer, customer).padEnd(2, "."),
        about: known.slice(0, about).toWellFormed(),
        scenario: [plain(group.trigger || group.job), form.offer]
          .filter(Boolean)
          .join("\n")
          .slice(0, scenario)
          .toWellFormed()
          .padEnd(10, "."),
      },
    ),
  ];
}

/** Trades of one search; more would bring companies of every kind. */
const maxTrades = 8;

/**
 * Trades that the groups and the list of customers name, not those of the offer, which are the person's own; where the
 * map knows none, offices of any kind.
 */
function tradesIn(words: string): Pick<LeadsForm, "branches" | "otherBranches"> {
  const tags = new Set(tagsInWords(words));
  const named = branchKeys.filter((key) => branches[key].tags.some((tag) => tags.has(tag))).slice(0, maxTrades);
  return { branches: named, otherBranches: named.length > 0 ? [] : ["office=company"] };
}

/** Content, leads and a business plan go on with the groups, and with the person's own words where there are none. */
function nextProjects(
  scene: GroupsScene,
  groups: readonly WrittenGroup[],
  plain: (text: string) => string,
): Proposal[] {
  const { form, translate, language } = scene;
  const title = form.requirementTitle;
  const shared = {
    goalLanguage: form.goalLanguage,
    companyInformation: form.companyInformation,
    productsPitch: form.productsPitch,
  };
  const who = groups.map(({ name, trigger, job }) => [plain(name), plain(trigger || job)].filter(Boolean).join(": "));
  return [
    nextProject<ContentForm>("content", "contentPlanner", title, {
      ...shared,
      goal: `${half(goals[form.goal], language)}: ${form.offer}`.slice(0, limits.goal).toWellFormed(),
      audiences: groups.map((group) => ({
        name: clipped(plain(group.name), limits.name, limits.name),
        situation: clipped(plain(group.trigger || group.job), limits.situation),
        pain: clipped(plain(group.pain), limits.situation),
      })),
      topics: [...new Set(groups.map(({ content }) => clipped(plain(content), limits.topic, limits.topic)))].filter(
        Boolean,
      ),
    }),
    // Companies are on the map, private people are not.
    ...(form.buyers === "b2b"
      ? [
          nextProject<LeadsForm>(
            "leads",
            "leadsListProvider",
            translate("Leads: {title} | Leads: {title}", { title }),
            {
              ...shared,
              whatYouSell: form.offer.slice(0, limits.leads).toWellFormed(),
              idealCustomer: who.join("\n").slice(0, limits.leads).toWellFormed(),
              ...tradesIn([...who, form.hypotheses, form.customers].join("\n")),
              place: clipped(form.places[0] ?? "", limits.place, limits.place),
              research: "web",
            },
          ),
        ]
      : []),
    ...(cardNamed("customerJourneyPlanner").isProductionReady ? journeyProject(scene, groups[0], plain) : []),
    nextProject<PlanForm>(
      "plan",
      "businessPlanner",
      translate("Business plan: {title} | Businessplan: {title}", { title }),
      {
        ...shared,
        idea: form.offer,
        ...(form.places.length > 0
          ? { country: clipped(form.places.join(", "), limits.country, limits.country).padEnd(2, ".") }
          : {}),
        customers: who.join("\n").slice(0, limits.customers).toWellFormed(),
        currency: form.currency,
      },
    ),
  ];
}
