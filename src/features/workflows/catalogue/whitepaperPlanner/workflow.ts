import { characterLimit, contentTypesOf, platformTakes } from "#src/features/outcomes/rules.ts";
import { datedText, dayText } from "#src/kit/time/dateTexts.ts";
import { clipped, fill, listed, oneLine } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { entryAt, outcomeAt, writerOf } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { workflowNameOf } from "../../rules.ts";
import { materialOf } from "../material.ts";
import { announcements } from "./announcements.ts";
import { type Facts, factsOf, type PaperScene } from "./facts.ts";
import { example, form, type Form } from "./form.ts";
import { allPages, chapters, figures, manuscript } from "./outline.ts";
import { balance, bibliographyBlocks, plan, review } from "./tables.ts";

/* A white paper: thesis, chapters with the evidence each needs, what goes with it, and the way to its day. */

/** Characters of a post that the address at its end takes. */
const roomForLink = 30;
/** What each email of the series is about, in their order. */
const mailThemes = [
  "the white paper | das Whitepaper",
  "one finding | eine Erkenntnis",
  "one case | ein Fall",
  "one objection | ein Einwand",
  "the offer | das Angebot",
] as const satisfies Bilingual[];

const atOf = (id: string): number => Number(id.slice(1)) - 1;

/** A post that nobody has written: its number, and the result it may give away. */
function openPost({ facts, form: values, translate }: PaperScene, id: string): { title: string; brief: string } {
  const at = atOf(id);
  const evidence = values.evidence[at % Math.max(1, values.evidence.length)];
  return {
    title: translate("{topic}: post {no} of {count} | {topic}: Beitrag {no} von {count}", {
      topic: values.topic,
      no: at + 1,
      count: facts.posts.length,
    }),
    brief: [evidence?.what, evidence?.shows].filter(Boolean).join(": "),
  };
}

/** An email that nobody has written: what it is about. */
function openMail({ form: values, translate }: PaperScene, id: string): { title: string; brief: string } {
  const theme = mailThemes[atOf(id)];
  return {
    title: theme ? `${values.topic}: ${translate(theme)}` : values.topic,
    brief: theme === mailThemes.at(-1) ? values.callToAction : theme === mailThemes[0] ? values.thesis : "",
  };
}

/** A text where the network takes one, else what it mostly takes. */
const kindOf = (platform: Form["channels"][number]) =>
  platformTakes(platform, 3) ? 3 : (contentTypesOf[platform][0] ?? 3);
const { prose, computed, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

const titles = freeRows(
  "titles",
  "Titles | Titel",
  {
    title: text("Title | Titel", "a title with the thesis in it", 90),
    why: text("Why | Warum", "for whom it works, one clause", 160),
  },
  {
    ask: "Different in approach: claim, question, figure.",
    count: [3, 3],
    gap: "Which three titles would you test: a claim, a question, a figure? | Welche drei Titel würden Sie testen: eine Behauptung, eine Frage, eine Zahl?",
    own: ({ form: { requirementTitle } }) => [{ title: requirementTitle }],
  },
);

const abstract = prose("abstract", "Abstract | Kurzfassung", {
  ask: "problem, thesis, what the reader can decide afterwards",
  words: [80, 150],
  own: ({ form: values }) => [values.thesis],
  gap: "Which problem does the paper describe, what does it claim, and what can readers decide afterwards? 80 to 150 words. | Welches Problem beschreibt das Whitepaper, was behauptet es, und was können Leser danach entscheiden? 80 bis 150 Wörter.",
});

const objections = freeRows(
  "objections",
  "What speaks against it | Was dagegen spricht",
  {
    objection: text("Objection | Einwand", "the strongest form of it", 240),
    answer: text("Answer | Antwort", "from the evidence, or what would have to be found out", 400),
  },
  {
    ask: "Objections a sceptical reader really has.",
    count: [3, 5],
    gap: "Which three objections do you hear most often? | Welche drei Einwände hören Sie am häufigsten?",
  },
);

const questions = freeRows(
  "questions",
  "Questions for experts | Fragen an Fachleute",
  {
    question: text("Question | Frage", "open, about their own experience", 240),
    for: text("For | An", "one of the named people, or the role that knows", 80),
  },
  {
    ask: "What only they know and the argument needs.",
    count: [5, 10],
    gap: "Whom will you ask, and what do only they know? | Wen fragen Sie, und was wissen nur diese Menschen?",
    own: ({ form: { experts } }) => experts.map((name) => ({ for: name })),
  },
);

const landing = prose("landing", "Landing page | Landingpage", {
  ask: "headline, three results in the reader's words, what happens after the click; no superlatives",
  words: [90, 160],
  own: ({ form: { callToAction } }) => [callToAction],
  gap: "What is the headline of the page, which three results does it promise, and what happens after the click? | Welche Überschrift hat die Seite, welche drei Ergebnisse verspricht sie, und was geschieht nach dem Klick?",
});

const body = text("Text | Text", "complete text, ready to send", 900);
const posts = rowPerItem(
  "posts",
  "Posts | Beiträge",
  { hook: text("First line | Erste Zeile", "first line, readable before “more”", 120), text: body },
  {
    ask: "Each post gives one result away. [Link] stands for the address.",
    when: ({ form: { channels } }) => channels.length > 0,
    lead: ["Date | Datum", "Network | Netzwerk"],
    gap: "{count:post has|posts have} no text yet: which result does each give away? | {count:Beitrag hat|Beiträge haben} noch keinen Text: Welches Ergebnis verrät jeder?",
    items: ({ facts, language }) =>
      facts.posts.map(({ id, date, platform }) => ({
        id,
        context: `${date} | ${platform}`,
        cells: [datedText(date, language), platform],
        limits: { text: Math.min(900, characterLimit[platform] - roomForLink) },
      })),
    blocks: (scene, rows) =>
      announcements(
        scene,
        ["Date | Datum", "Network | Netzwerk"],
        scene.facts.posts.map(({ id, date, platform }) => ({ id, cells: [datedText(date, scene.language), platform] })),
        new Map(rows.map((row) => [row.id, [scene.show(row.hook), scene.show(row.text)]])),
      ),
  },
);
const mails = rowPerItem(
  "mails",
  "Emails | E-Mails",
  { subject: text("Subject | Betreff", "at most seven words", 60), text: body },
  {
    ask: "A series: deliver, one finding, one case, one objection, the offer.",
    lead: ["Date | Datum"],
    when: ({ form: { isGated } }) => isGated,
    gap: "{count:email has|emails have} no text yet: which finding, case or objection is each about? | {count:E-Mail hat|E-Mails haben} noch keinen Text: Um welche Erkenntnis, welchen Fall oder Einwand geht es jeweils?",
    items: ({ facts, language }) =>
      facts.mails.map(({ id, date }) => ({ id, context: date, cells: [datedText(date, language)] })),
    blocks: (scene, rows) =>
      announcements(
        scene,
        ["Date | Datum"],
        scene.facts.mails.map(({ id, date }) => ({ id, cells: [datedText(date, scene.language)] })),
        new Map(rows.map((row) => [row.id, [scene.show(row.subject), scene.show(row.text)]])),
      ),
  },
);

const glossary = freeRows(
  "glossary",
  "Glossary | Glossar",
  {
    term: text("Term | Begriff", "a term of the trade that these readers do not all know", 60),
    means: text("Means | Bedeutet", "one sentence a layman understands", 200),
  },
  { ask: "Only terms that the chapters need.", count: [0, 8], after: [chapters] },
);

/** Everything whose sentences may rest on a source. */
const argued = [abstract, chapters, figures, manuscript, objections, landing, posts, mails];
const bibliography = computed("bibliography", "Bibliography | Literatur", (scene) => bibliographyBlocks(scene, argued));

export const whitepaperPlanner = defineWorkflow<Form, Facts>({
  key: "whitepaperPlanner",
  version: 2,
  form,
  role: "You are an editor of white papers for professionals: you build an argument from evidence and name what is missing.",
  task: "Plan the white paper and write the texts that announce it. The outline must be usable by an author tomorrow.",
  example,
  sources: ({ form: values, translate }) =>
    materialOf(
      values,
      [values.companyWebsite, values.productWebsite],
      [
        "{topic} {keyword}",
        translate("{topic} study figures | {topic} Studie Zahlen"),
        translate("{topic} criticism limits | {topic} Kritik Grenzen"),
      ].map((query) => clipped(oneLine(fill(query, { topic: values.topic, keyword: values.keyword })), 200, 200)),
    ),
  factsIgnoreAnswer: true,
  facts: ({ form: values, context }) => factsOf(values, context),
  summary: (scene) => {
    const { form: values, translate, language } = scene;
    return translate(
      values.channels.length === 0
        ? "{pages} pages on “{topic}”, out on {day}. | {pages} Seiten zum Thema „{topic}“, Veröffentlichung am {day}."
        : "{pages} pages on “{topic}”, out on {day}, announced on {channels}. | {pages} Seiten zum Thema „{topic}“, Veröffentlichung am {day}, angekündigt auf {channels}.",
      {
        pages: allPages(scene),
        topic: values.topic,
        day: dayText(values.publishOn, language),
        channels: listed(values.channels, language),
      },
    );
  },
  sections: [
    titles,
    abstract,
    chapters,
    figures,
    balance,
    manuscript,
    objections,
    questions,
    glossary,
    bibliography,
    landing,
    posts,
    mails,
    plan,
    review,
  ],
  deliverable: { abstract: "titled", manuscript: "plain", glossary: "titled", bibliography: "titled" },
  contextLines: ({ form: values }) =>
    values.evidence.map(({ what, shows, origin }, at) => `e${at + 1} | ${what} | ${shows} | ${origin}`),
  checks: ({ facts }) => {
    const count = facts.milestones.filter(({ isLate }) => isLate).length;
    return count > 0 ? [{ level: "warn", code: "late", params: { count }, at: "plan" }] : [];
  },
  issueTexts: {
    late: "{count:step|steps} would have had to be done before today. | {count:Schritt hätte|Schritte hätten} schon vor heute fertig sein müssen.",
  },
  effects: (scene) => {
    const { facts, form: values, context, show, translate } = scene;
    const { timeZone } = context;
    const ahead = <Item extends { date: string }>(items: readonly Item[]): Item[] =>
      items.filter(({ date }) => date >= facts.today);
    return [
      ...ahead(facts.milestones).map(({ id, title, date }) =>
        entryAt(`step:${id}`, { type: "3000", title: `${values.requirementTitle}: ${title}`, date, timeZone }),
      ),
      ...posts.of(scene).flatMap(({ id, hook, text: brief }) =>
        ahead(facts.posts)
          .filter((post) => post.id === id)
          .flatMap(({ date, platform }) =>
            outcomeAt(id, {
              ...writerOf(platform, kindOf(platform)),
              platform,
              contentType: kindOf(platform),
              ...(hook === "" && brief === ""
                ? openPost(scene, id)
                : { title: show(hook) || values.topic, brief: show(brief) }),
              date,
              time: "09:00",
              timeZone,
              entryType: "3010",
            }),
          ),
      ),
      ...mails.of(scene).flatMap(({ id, subject, text: words }) =>
        ahead(facts.mails)
          .filter((mail) => mail.id === id)
          .flatMap(({ date }) =>
            outcomeAt(id, {
              workflow: workflowNameOf("whitepaperPlanner"),
              kind: "mail",
              label: translate("Email | E-Mail"),
              ...(subject === "" && words === ""
                ? openMail(scene, id)
                : { title: show(subject) || values.topic, brief: show(words) }),
              date,
              time: "09:00",
              timeZone,
              entryType: "3040",
              status: words === "" ? "idea" : "drafted",
            }),
          ),
      ),
    ];
  },
});
