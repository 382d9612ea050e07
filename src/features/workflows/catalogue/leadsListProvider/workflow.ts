import type { Block, Issue } from "#src/features/documents/document.ts";
import { foldText } from "#src/features/leads/rules.ts";
import { figure, listed } from "../../domain/wording.ts";
import { leadsInText } from "../../domain/leadLists.ts";
import { text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { errorIssue, note } from "../../kit/sections.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { effectsOf } from "./effects.ts";
import { type Facts, factsOf, figuresOf, type LeadsScene, type Segment, searchCount } from "./facts.ts";
import { example, form, type Form, searchesTrades, searchesWeb } from "./form.ts";
import { requests } from "./harvest.ts";
import { emptyHints } from "./hints.ts";
import * as stored from "./stored.ts";
import { legal } from "./legal.ts";
import { searchLogic } from "./searchTables.ts";
import { allLeads, coverage, top } from "./tables.ts";
import { unknownBranches } from "./trades.ts";
import { segmentName } from "./words.ts";

/* Leads of some trades in one place, found in open data and in lists of the person, each with where it comes from. */

const { prose, rowPerItem } = sectionsFor<Form, Facts>();

/** What is counted of a segment, for its writer and for its reader. */
function segmentLine(scene: LeadsScene, { leads }: Segment, language = scene.language): string {
  const near = leads.flatMap(({ km }) => (km === "" ? [] : [Number(km)])).toSorted((a, b) => a - b)[0];
  const count = (name: "email" | "phone"): string => figure(leads.filter((lead) => lead[name] !== "").length, language);
  const values = { leads: figure(leads.length, language), email: count("email"), phone: count("phone") };
  return [
    scene.translate(
      "{leads:lead|leads}, {email} with email, {phone} with phone | {leads:Lead|Leads}, {email} mit E-Mail, {phone} mit Telefon",
      values,
    ),
    near === undefined
      ? ""
      : scene.translate("the nearest is {km} km away | der nächste ist {km} km entfernt", {
          km: figure(near, language, 1),
        }),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Before the search nobody knows whether there are leads. */
const mayHaveLeads = ({ facts, answer }: LeadsScene): boolean => !("leads" in answer) || facts.leads.length > 0;

const segmentColumns = {
  why: text(
    "Why it fits | Warum es passt",
    "why the offer fits them; from offer, best customers and trade only, never a claim about one of them",
    260,
  ),
  opener: text("First sentence | Erster Satz", "a question or sentence that opens a talk with any of them", 200),
  learn: text("Find out first | Zuerst klären", "the one thing to know before an offer makes sense", 160),
};
const segmentGap: Bilingual =
  "For each segment: why does your offer fit, and what’s your first sentence? | Für jedes Segment: Warum passt Ihr Angebot, und mit welchem Satz beginnen Sie?";

export const segments = rowPerItem("segments", "Segments | Segmente", segmentColumns, {
  ask: "Groups of the list that one message suits. They are fixed; say how to begin with each.",
  items: (scene) =>
    scene.facts.segments.map((segment) => ({
      id: segment.id,
      context: `${segmentName(scene, segment)}: ${segmentLine(scene, segment)}`,
      cells: [segmentName(scene, segment)],
    })),
  after: [stored.leads],
  when: mayHaveLeads,
  gap: segmentGap,
  blocks: (scene, rows) => {
    const { facts, translate, isWriting } = scene;
    const byId = new Map(rows.map((row) => [row.id, row]));
    const isBlank = rows.every(({ why, opener, learn }) => [why, opener, learn].every((cell) => cell === ""));
    const cards = facts.segments.flatMap((segment): Block[] => {
      const row = byId.get(segment.id);
      const names = segment.leads.slice(0, 3).map(({ name }) => name);
      const written = Object.entries(segmentColumns).flatMap(([name, { title }]) => {
        const cell = row ? (Reflect.get(row, name) as string) : "";
        return cell === "" ? [] : [`${translate(title)}: ${scene.show(cell)}`];
      });
      return [
        { type: "h", text: segmentName(scene, segment) },
        {
          type: "list",
          ordered: false,
          items: [
            segmentLine(scene, segment),
            translate("Start with: {names} | Beginnen Sie mit: {names}", { names: listed(names, scene.language) }),
            ...written,
          ],
        },
      ];
    });
    return [...cards, ...(isBlank && cards.length > 0 && !isWriting ? [note("gap", translate(segmentGap))] : [])];
  },
});

const next = prose("next", "Next steps | Nächste Schritte", {
  ask: "with which segment to begin and why, by phone, letter or visit, how many contacts a day, what to prepare, when to stop",
  words: [60, 160],
  after: [segments],
  when: mayHaveLeads,
  gap: "Who do you contact first, and how many leads a day? | Wen sprechen Sie zuerst an, und wie viele Leads am Tag?",
});

/** Openers that name a lead: a sentence for all must not speak of one. */
function namedLeads({ facts, answer }: LeadsScene): Issue[] {
  // Short names are words of any sentence.
  const names = facts.leads.map(({ name }) => foldText(name)).filter(({ length }) => length >= 8);
  return segments.of({ answer }).flatMap(({ id, opener }) => {
    const folded = foldText(opener);
    const name = names.find((one) => folded.includes(one));
    return name === undefined ? [] : [errorIssue("namesLead", `segments/${id}`, { name })];
  });
}

/** Leads that writers are told of; more would say nothing new. */
const maxPromptLeads = 40;

export const leadsListProvider = defineWorkflow<Form, Facts>({
  key: "leadsListProvider",
  version: 1,
  form,
  role: "You are a sales planner who works with lists of companies and never claims to know one whose page you have not read.",
  task: "Say how to begin with the leads that were found. The list itself is made by code; you add none and judge none.",
  example,
  guard: (values, files) => {
    const isListed = leadsInText(values.industryList, "l").leads.length > 0;
    return searchesTrades(values) || isListed || files.some(({ text: file }) => leadsInText(file, "f").leads.length > 1)
      ? null
      : { code: "leadsListProvider.noFittingContext", message: "Request without fitting context" };
  },
  sources: requests,
  facts: ({ form: values, answer }) => factsOf(values, answer),
  figures: figuresOf,
  contextLines: (scene) => {
    const { facts } = scene;
    return [
      ...facts.segments.map(
        (segment) => `${segment.id} = ${segmentName(scene, segment)}: ${segmentLine(scene, segment)}`,
      ),
      ...facts.leads
        .slice(0, maxPromptLeads)
        .map(({ name, segment, zip, km, email, phone, score }) =>
          [
            segment,
            name,
            zip,
            km === "" ? "" : `${km} km`,
            email ? "email" : phone ? "phone" : "no contact",
            `score ${score}`,
          ]
            .filter(Boolean)
            .join(" | "),
        ),
    ];
  },
  summary: ({ facts, translate, form: values, language }) => {
    const count = facts.leads.length;
    if (count === 0) return translate("No leads yet. | Noch keine Leads.");
    const place = (facts.told.get("place") ?? "").split(",")[0] ?? "";
    const best = figure(facts.leads.filter(({ score }) => score >= 60).length, language);
    return place === "" || !searchesWeb(values)
      ? translate(
          "{count:lead|leads} from your list, {best} with a score of 60 or more. | {count:Lead|Leads} aus Ihrer Liste, {best} mit einer Bewertung ab 60.",
          { count, best },
        )
      : translate(
          "{count:lead|leads} around {place}, {best} with a score of 60 or more. | {count:Lead|Leads} rund um {place}, {best} mit einer Bewertung ab 60.",
          { count, best, place },
        );
  },
  sections: [
    stored.tagged,
    stored.leads,
    stored.leftOut,
    stored.tally,
    stored.search,
    stored.origins,
    searchLogic,
    coverage,
    top,
    segments,
    next,
    legal,
    allLeads,
  ],
  questions: ({ form: values, facts, translate, language }) => [
    ...(searchesWeb(values) && facts.tagged.length === 0 && unknownBranches(values).length > 0
      ? [
          translate("Which OpenStreetMap tag fits {list}? | Welches OpenStreetMap-Tag passt zu {list}?", {
            list: listed(unknownBranches(values), language),
          }),
        ]
      : []),
    ...(values.country === "none" && facts.leads.some(({ phone }) => /^\d/.test(phone))
      ? [
          translate(
            "Which country are these companies in? We’ll add its code to their phone numbers. | In welchem Land sitzen diese Firmen? Dann ergänzen wir die Landesvorwahl.",
          ),
        ]
      : []),
    ...(values.fitWords.length === 0
      ? [
          translate(
            "Which words on a website show that a company fits? | Welche Wörter auf einer Website zeigen, dass eine Firma passt?",
          ),
        ]
      : []),
  ],
  assumptions: ({ form: values, facts, translate }) =>
    searchesWeb(values) && facts.leads.some(({ origin }) => origin !== "list")
      ? [
          translate(
            "Map and website data is as of the day of the run. | Die Angaben aus Karte und Websites sind vom Tag des Laufs.",
          ),
        ]
      : [],
  checks: namedLeads,
  issueTexts: {
    namesLead:
      "The first sentence names a single company ({name}); it should suit the whole segment. | Der erste Satz nennt eine einzelne Firma ({name}); er soll für das ganze Segment passen.",
  },
  effects: effectsOf,
  hints: emptyHints,
  returnableBelow: 0.2,
  coverage: (scene) => ({
    found: scene.facts.leads.length,
    // A list that is put in order is whole when all of its companies are there.
    wanted: searchesWeb(scene.form)
      ? scene.form.maxLeads
      : Math.max(1, Math.min(scene.form.maxLeads, searchCount(scene.facts, "list"))),
  }),
});
