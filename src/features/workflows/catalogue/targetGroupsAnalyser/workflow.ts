import type { Platform } from "#src/features/outcomes/rules.ts";
import { figure, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { number, optional, pick, type RowOf, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { sectionsFor } from "../../kit/lists.ts";
import type { Answer } from "../../kit/state.ts";
import { groupProposals, type WrittenGroup } from "./effects.ts";
import { type Facts, factsOf, figuresOf, type GroupsScene, levels, requests } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { type CardLine, groupCards } from "./groupCards.ts";
import { interview } from "./interview.ts";
import { sizes } from "./sizes.ts";
import { channels, customers, fairness, order } from "./tables.ts";

/* Target groups: found in the customer list, not in stock photos; each with its occasion, its words, and a test. */

const { prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

const groupColumns = {
  name: text("Group | Gruppe", "two to five words a colleague would use, no first names, no ages", 60),
  situation: text("Who | Wer", "what they have in common: trade and size, or household and place; from the list", 160),
  job: text("Wants | Will", "“When …, I want …, so that …”, in the words of the buyer", 240),
  trigger: text("Starts looking when | Sucht, sobald", "the event after which they look for it, with its mark", 200),
  roles: text("Who decides | Wer entscheidet", "who notices, who asks, who pays, who can stop it", 200),
  criteria: text("Decides by | Entscheidet nach", "what offers are compared by, the weightiest first", 160),
  today: text("Does today | Tut heute", "what they do instead, and what it costs them", 180),
  // Often nobody knows it: then its source says where to look.
  size: optional(number("How many | Wie viele", "number of such buyers in the places; null when nothing given has it")),
  basis: text("Evidence | Datenlage", "the figures behind the number with their marks, or where to find them", 200),
  worth: pick("Value | Wert", "revenue of one and number of them", levels),
  access: pick("Access | Zugang", "how easily this firm reaches them today", levels),
};
const writtenGroups = ({ answer }: { answer: Answer }): RowOf<typeof groupColumns>[] =>
  (answer["groups"] as RowOf<typeof groupColumns>[] | undefined) ?? [];
const writtenName = (scene: { answer: Answer }, id: string): string =>
  writtenGroups(scene).find((one) => one.id === id)?.name ?? "";
const nameOf = (scene: GroupsScene, id: string): string =>
  writtenName(scene, id) || (scene.facts.origins.find((one) => one.id === id)?.name ?? "");

/** What a writer is told of the beginning of a group. */
function originContext({ facts }: GroupsScene, id: string): string {
  const origin = facts.origins.find((one) => one.id === id);
  if (!origin || origin.name === "") return "a group that the offer suits and that is none of the others";
  const { segment, name } = origin;
  return segment
    ? `${name}: ${segment.count} customers of the list, ${percent(segment.revenueShare * 100, "en")} of revenue, one brings ${figure(segment.index, "en")} (average 100)`
    : `hypothesis of the person: ${name}`;
}
const items = (scene: GroupsScene) =>
  scene.facts.origins.map(({ id }) => ({
    id,
    context: [nameOf(scene, id), originContext(scene, id)].filter(Boolean).join("; "),
    cells: [nameOf(scene, id)],
  }));

type Labels = Readonly<Record<string, { title: Bilingual; isOptional?: boolean }>>;
/** Written cells of a row as lines of a card, and the titles of those that are open. */
function cardOf(row: { id: string }, columns: Labels, left: readonly string[]) {
  const cells = Object.entries(columns)
    .filter(([name]) => !left.includes(name))
    .map(([name, { title, isOptional }]) => ({ title, isOptional, text: String(Reflect.get(row, name) ?? "") }));
  return {
    id: row.id,
    lines: cells.map(({ title, text: written }): CardLine => [title, written]),
    open: cells.filter(({ text: written, isOptional }) => written === "" && !isOptional).map(({ title }) => title),
  };
}

const groupGap: Bilingual =
  "For each group: what makes them start looking, what do they want then, and who decides? | Für jede Gruppe: Bei welchem Anlass beginnen sie zu suchen, was wollen sie dann, und wer entscheidet?";
const groups = rowPerItem("groups", "The groups | Die Gruppen", groupColumns, {
  ask: "A group is people who buy on the same occasion for the same reason. Never by sensitive attributes.",
  items: (scene) =>
    // Told of the origin alone: a name that was written later must not change what was asked.
    scene.facts.origins.map(({ id, name }) => ({
      id,
      context: originContext(scene, id),
      cells: [name],
      own: { name: name.slice(0, 90).toWellFormed() },
    })),
  gap: groupGap,
  blocks: (scene, rows) =>
    groupCards(
      scene,
      rows.map(({ size, worth, access, ...row }) => {
        const card = cardOf(row, groupColumns, ["name", "size", "worth", "access"]);
        const count: CardLine[] = size === null ? [] : [["How many | Wie viele", figure(size, scene.language)]];
        return { ...card, lines: [...card.lines, ...count] };
      }),
      (id) => nameOf(scene, id),
      { hasOrigin: true, gap: groupGap },
    ),
});

const mindColumns = {
  pain: text("Pain point | Stört sie", "what it costs them, in a scene, with its mark if a source tells it", 200),
  gain: text("Would welcome | Würde sie freuen", "what they would tell a colleague afterwards", 160),
  doubt: text("Doubts | Zweifel", "the objection before signing, in their words", 160),
  answer: text("Answer | Antwort", "what proves the opposite, or takes the risk", 180),
  price: text("Price | Preis", "what they compare the price with, and what they would not pay for", 160),
};
const mindGap: Bilingual =
  "What did the last customer of each group complain about before buying, and what nearly stopped them? | Worüber hat der letzte Kunde jeder Gruppe vor dem Kauf geklagt, und was hätte ihn fast abgehalten?";
const minds = rowPerItem("minds", "What moves them | Was sie bewegt", mindColumns, {
  ask: "What the material and the customer list show.",
  items,
  after: [groups],
  gap: mindGap,
  blocks: (scene, rows) =>
    groupCards(
      scene,
      rows.map((row) => cardOf(row, mindColumns, [])),
      (id) => nameOf(scene, id),
      { hasOrigin: false, gap: mindGap },
    ),
});

const messageColumns = {
  hook: text("First line | Erste Zeile", "a line that only this group stops at", 110),
  promise: text("Promise | Versprechen", "one result that can be checked", 160),
  proof: optional(text("Proof | Beleg", "what shows it: a figure, a case, a test", 160)),
  where: text("Where | Wo", "two or three places where they are when the occasion comes", 180),
  words: text("Search terms | Suchbegriffe", "what they type, five at most", 140),
  content: text("First content | Erster Inhalt", "title of the first thing to publish", 110),
  platform: pick("Platform | Plattform", "where this piece is published; open for none of these", {
    open: "none of these | keine davon",
    Facebook: "Facebook | Facebook",
    Instagram: "Instagram | Instagram",
    "X (Twitter)": "X | X",
    TikTok: "TikTok | TikTok",
    YouTube: "YouTube | YouTube",
    LinkedIn: "LinkedIn | LinkedIn",
    Reddit: "Reddit | Reddit",
    Threads: "Threads | Threads",
    Bluesky: "Bluesky | Bluesky",
  } satisfies Record<Platform | "open", Bilingual>),
};
const messageGap: Bilingual =
  "Which sentence made the last customer in each group write to you, and where did they find you? | Welcher Satz hat den letzten Kunden jeder Gruppe dazu gebracht, Ihnen zu schreiben, und wo hat er Sie gefunden?";
const messages = rowPerItem("messages", "What to tell them, and where | Was Sie ihnen sagen, und wo", messageColumns, {
  ask: "One message for each group. No line may suit two groups.",
  items,
  after: [groups, minds],
  gap: messageGap,
  blocks: (scene, rows) =>
    groupCards(
      scene,
      rows.map(({ platform, ...row }) => {
        const card = cardOf(row, messageColumns, ["platform"]);
        return { ...card, lines: [...card.lines, ["Platform | Plattform", platform === "open" ? "" : platform]] };
      }),
      (id) => nameOf(scene, id),
      { hasOrigin: false, gap: messageGap },
    ),
});

const summary = prose("inShort", "In short | Kurz gefasst", {
  ask: "which group first and why, what the customer list shows against expectation, what to stop, what to test first",
  words: [80, 170],
  own: ({ form: { offer } }) => [offer],
  after: [groups, messages],
  gap: "Which customers would you like to have ten more of, and why those? | Von welchen Kunden hätten Sie gern zehn mehr, und warum gerade von denen?",
});

const notFor = freeRows(
  "notFor",
  "Not your customers | Nicht Ihre Kunden",
  {
    who: text("Who | Wer", "people who enquire and should not become customers", 120),
    sign: text("Early sign | Erkennungszeichen", "a question or word in the first contact", 160),
    instead: text("Better served by | Besser bedient bei", "where to send them", 140),
  },
  {
    ask: "Those who cost more than they bring.",
    count: [1, 3],
    after: [groups],
    gap: "Which enquiries do you regret having answered? | Welche Anfragen hätten Sie besser nicht beantwortet?",
  },
);

const tests = freeRows(
  "tests",
  "What to test | Was zu prüfen ist",
  {
    belief: text("We believe | Wir glauben", "the assumption that would hurt most if wrong", 160),
    test: text("Test | Test", "the cheapest way to find out within four weeks", 180),
    right: text("Right if | Richtig, wenn", "a number fixed beforehand", 100),
    otherwise: text("Otherwise | Sonst", "what is dropped then", 120),
  },
  {
    ask: "The riskiest assumption first.",
    count: [3, 5],
    after: [groups, messages],
    gap: "Which assumption would hurt most if it were wrong, and how can you find out within four weeks? | Welche Annahme täte am meisten weh, wenn sie falsch wäre, und wie finden Sie das in vier Wochen heraus?",
  },
);

const guide = freeRows(
  "guide",
  "Interview guide | Leitfaden für Gespräche",
  {
    question: text("Question | Frage", "open, about what they did last time, never about what they would do", 180),
    learn: text("Shows | Zeigt", "what the answer decides", 140),
  },
  {
    ask: "Questions for twenty minutes, for all groups.",
    count: [8, 10],
    after: [groups],
    own: ({ translate }) =>
      interview.map(([question, learn]) => ({ question: translate(question), learn: translate(learn) })),
  },
);

/** Groups with everything that was written about them. */
function wholeGroups(scene: GroupsScene): WrittenGroup[] {
  const mindOf = new Map(minds.of(scene).map((row) => [row.id, row]));
  const messageOf = new Map(messages.of(scene).map((row) => [row.id, row]));
  return groups.of(scene).map(({ id, name, job, trigger }) => {
    const message = messageOf.get(id);
    return {
      id,
      name,
      job,
      trigger,
      pain: mindOf.get(id)?.pain ?? "",
      hook: message?.hook ?? "",
      promise: message?.promise ?? "",
      content: message?.content ?? "",
      platform: message === undefined || message.platform === "open" ? null : message.platform,
    };
  });
}

export const targetGroupsAnalyser = defineWorkflow<Form, Facts>({
  key: "targetGroupsAnalyser",
  version: 1,
  form,
  role: "You find target groups for small firms in what customers did, not in what they might be like. You invent no people.",
  task: "Describe the groups for the offer in the form. What the customer list shows outranks every hypothesis; say so when they disagree.",
  example,
  sources: requests,
  facts: ({ form: values, answer, textOf }) => factsOf(values, writtenGroups({ answer }), textOf),
  figures: figuresOf,
  contextLines: (scene) => {
    const { facts } = scene;
    return [
      ...wholeGroups(scene).flatMap(({ id, name, job, trigger, pain }) =>
        job === "" ? [] : [`${id} = ${[name, job, trigger, pain].filter(Boolean).join(" | ")}`],
      ),
      ...facts.drivers
        .slice(0, 3)
        .map(
          ({ column, explains }) =>
            `customer list: ${column} explains ${percent(explains * 100, "en")} of the differences in revenue`,
        ),
      ...facts.segments.map(
        ({ column, label, count, index }) =>
          `customer list: ${column} = ${label}: ${count} customers, revenue of one ${figure(index, "en")} (average 100)`,
      ),
    ];
  },
  summary: (scene) => {
    const { facts, translate } = scene;
    const { customers: given, segments } = facts;
    const count = facts.origins.filter(({ id }) => nameOf(scene, id) !== "").length;
    if (count === 0) return translate("No groups yet. | Noch keine Gruppen.");
    return given && segments[0]
      ? translate(
          "{count:group|groups} from {customers} customers; “{column}” separates them best. | {count:Gruppe|Gruppen} aus {customers} Kunden; „{column}“ trennt sie am besten.",
          { count, customers: given.rows.length, column: segments[0].column },
        )
      : translate("{count:hypothetical group|hypothetical groups}. | {count:vermutete Gruppe|vermutete Gruppen}.", {
          count,
        });
  },
  sections: [summary, customers, sizes, order, groups, minds, messages, channels, notFor, tests, guide, fairness],
  assumptions: ({ facts: { customers: given }, translate }) =>
    given
      ? []
      : [
          translate(
            "Without a customer list every group is a hypothesis. | Ohne Kundenliste ist jede Gruppe eine Vermutung.",
          ),
        ],
  questions: (scene) => {
    const { form: values, facts, translate, isWriting } = scene;
    const named = facts.origins.filter(({ id }) => nameOf(scene, id) !== "").length;
    return isWriting || named === 0 || named >= values.groups
      ? []
      : [
          translate(
            named === 1
              ? "You asked for {wanted} groups but named 1: who else buys, and on what occasion? | {wanted} Gruppen gewünscht, 1 genannt: Wer kauft sonst noch, und zu welchem Anlass?"
              : "You asked for {wanted} groups but named {named}: who else buys, and on what occasion? | {wanted} Gruppen gewünscht, {named} genannt: Wer kauft sonst noch, und zu welchem Anlass?",
            { wanted: values.groups, named },
          ),
        ];
  },
  effects: (scene) => groupProposals(scene, wholeGroups(scene), tests.of(scene).length > 0),
});
