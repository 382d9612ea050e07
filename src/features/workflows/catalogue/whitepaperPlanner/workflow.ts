import type { Block } from "#src/features/documents/document.ts";
import { characterLimit, contentTypesOf, platformTakes } from "#src/features/outcomes/rules.ts";
import { addDays, datedText, dayText } from "../../domain/dates.ts";
import { largestRemainder } from "../../domain/shares.ts";
import { figure, listed, oneLine, quoted } from "../../domain/wording.ts";
import { type Bilingual, draftLanguageOf } from "../../kit/bilingual.ts";
import { optional, pick, refs, text } from "../../kit/columns.ts";
import { defineWorkflow } from "../../kit/define.ts";
import { backPlan, entryAt, outcomeAt, workday, writerOf } from "../../kit/effects.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { Scene } from "../../kit/state.ts";
import { announcements } from "./announcements.ts";
import { example, form, type Form } from "./form.ts";
import { mailDays, postDays, steps } from "./schedule.ts";

/* A white paper: thesis, chapters with the evidence each needs, what goes with it, and the way to its day. */

/** Characters of a post that the address at its end takes. */
const roomForLink = 30;
/** A text where the network takes one, else what it mostly takes. */
const kindOf = (platform: Form["channels"][number]) =>
  platformTakes(platform, 3) ? 3 : (contentTypesOf[platform][0] ?? 3);
/** Words of a printed page with one figure on every third. */
const wordsOfPage = 320;
const weights = { normal: 2, light: 1, heavy: 3 } as const;
const ownChapters = (values: Form): string[] => values.outline.split("\n").map(oneLine).filter(Boolean).slice(0, 12);

interface Facts {
  milestones: ReturnType<typeof backPlan>;
  posts: { id: string; date: string; platform: Form["channels"][number] }[];
  mails: { id: string; date: string }[];
}

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

const nameOf = (values: Form, id: string): string | null => values.evidence[Number(id.slice(1)) - 1]?.what ?? null;
const chapters = freeRows(
  "chapters",
  "Outline | Gliederung",
  {
    title: text("Chapter | Kapitel", "heading that says the result", 90),
    message: text("Message | Aussage", "the one sentence a reader keeps", 240),
    have: refs(
      "Evidence there | Beleg vorhanden",
      "ids of the evidence in <given> that carries it, e1; none when none does",
      (id, scene: Scene<Form, Facts>) => nameOf(scene.form, id),
    ),
    need: optional(text("Evidence needed | Beleg nötig", "what is still to be found, and where", 240)),
    figure: optional(text("Figure | Abbildung", "a chart, drawing or photo that shows the message", 160)),
    weight: pick("Length | Umfang", "how much room it needs", {
      normal: "normal | normal",
      light: "short | kurz",
      heavy: "long | lang",
    }),
  },
  {
    ask: "Chapters in the order of the argument; use the wanted ones as they are. The first states the problem, the last says what to do.",
    count: [4, 10],
    blocks: (scene, all) => {
      const pages = pagesOf(scene.form, all);
      const line = (label: Bilingual, text: string): string[] =>
        text === "" ? [] : [`${scene.translate(label)}: ${text}`];
      return all.length === 0
        ? [note("gap", scene.translate(noChapters))]
        : all.flatMap((row, at) =>
            [
              {
                type: "h" as const,
                text: scene.translate("{no}. {title} ({count:page|pages}) | {no}. {title} ({count:Seite|Seiten})", {
                  no: at + 1,
                  title: scene.show(row.title) || `[${scene.translate("heading | Überschrift")}]`,
                  count: pages[at] ?? 1,
                }),
              },
              ...(row.message === "" ? [] : [{ type: "p" as const, text: scene.show(row.message) }]),
              {
                type: "list" as const,
                ordered: false,
                items: [
                  ...line("Backed by | Belegt durch", row.have.map((id) => nameOf(scene.form, id) ?? "").join("; ")),
                  ...line("Still to find | Noch zu finden", scene.show(row.need)),
                  ...line("Figure | Abbildung", scene.show(row.figure)),
                ],
              },
            ].filter((block) => block.type !== "list" || block.items.length > 0),
          );
    },
    own: ({ form: values }) =>
      ownChapters(values).length > 0
        ? ownChapters(values).map((title) => ({ title }))
        : values.evidence.map(({ shows }, at) => ({ have: [`e${at + 1}`], message: shows })),
  },
);
const noChapters: Bilingual =
  "Which chapters lead from the problem to the decision? | Welche Kapitel führen vom Problem zur Entscheidung?";
/** Pages of each chapter: what two pages for title and summary leave, by weight, to the page. */
const pagesOf = (values: Form, all: readonly { weight: keyof typeof weights }[]): number[] => {
  const left = Math.max(all.length, values.pages - 2);
  const extra = largestRemainder(
    all.map(({ weight }) => weights[weight]),
    left - all.length,
  );
  return extra.map((pages) => pages + 1);
};

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

const plan = computed(
  "plan",
  "Way to publication | Weg zur Veröffentlichung",
  ({ facts, language, translate, translateAll }) => [
    {
      type: "table",
      columns: translateAll("Step | Schritt", "Done by | Fertig bis"),
      rows: facts.milestones.map(({ title, date, isLate }) => [
        title,
        `${datedText(date, language)}${isLate ? ` (${translate("already past | schon vorbei")})` : ""}`,
      ]),
    },
    {
      type: "callout",
      tone: "info",
      text: translate("Days between steps are planning values. | Die Abstände der Schritte sind Planwerte."),
    },
  ],
);

/** What carries the argument and what does not: the list an editor takes to the next meeting. */
const balance = computed("balance", "Is it backed up? | Ist alles belegt?", (scene) => {
  const { form: values, translate, translateAll, language } = scene;
  const all = chapters.of(scene);
  const named = (tone: "warn" | "info", text: Bilingual, names: readonly string[]): Block[] =>
    names.length === 0
      ? []
      : [
          note(
            tone,
            translate(text, {
              names: listed(
                names.map((name) => quoted(name, language)),
                language,
              ),
            }),
          ),
        ];
  const bare = all.filter(({ have }) => have.length === 0);
  const used = new Set(all.flatMap(({ have }) => have));
  const idle = values.evidence.filter((_, at) => !used.has(`e${at + 1}`));
  const loose = values.evidence.filter(({ origin }) => origin === "");
  return [
    ...tableOf(
      translateAll("Evidence | Beleg", "Shows | Zeigt", "Origin | Herkunft", "Chapters | Kapitel"),
      values.evidence.map(({ what, shows, origin }, at) => [
        what,
        shows || translate("open | offen"),
        origin || translate("open | offen"),
        all.flatMap(({ have }, no) => (have.includes(`e${at + 1}`) ? [String(no + 1)] : [])).join(", ") || "–",
      ]),
    ),
    ...(values.evidence.length === 0
      ? [
          note(
            "gap",
            translate(
              "No evidence was named. A white paper without any is an advertisement. | Es wurde kein Beleg genannt. Ein Whitepaper ohne Belege ist Werbung.",
            ),
          ),
        ]
      : []),
    ...named(
      "warn",
      "Without evidence so far: {names}. | Noch ohne Beleg: {names}.",
      bare.map(({ title }) => title || "?"),
    ),
    ...named(
      "info",
      "In no chapter yet: {names}. | Noch in keinem Kapitel: {names}.",
      idle.map(({ what }) => what),
    ),
    ...named(
      "info",
      "Origin and date are missing: {names}. | Herkunft und Datum fehlen: {names}.",
      loose.map(({ what }) => what),
    ),
    {
      type: "p",
      text: translate(
        "{pages} pages, about {words} words: two pages for title and summary, {rest} for {chapters}. | {pages} Seiten, etwa {words} Wörter: zwei Seiten für Titel und Zusammenfassung, {rest} für {chapters}.",
        {
          pages: values.pages,
          words: figure((values.pages - 2) * wordsOfPage, language),
          rest: values.pages - 2,
          chapters:
            all.length === 0
              ? translate("the chapters | die Kapitel")
              : translate("{count:chapter|chapters} | {count:Kapitel|Kapitel}", { count: all.length }),
        },
      ),
    },
  ];
});
const glossary = freeRows(
  "glossary",
  "Glossary | Glossar",
  {
    term: text("Term | Begriff", "a term of the trade that these readers do not all know", 60),
    means: text("Means | Bedeutet", "one sentence a layman understands", 200),
  },
  { ask: "Only terms that the chapters need.", count: [0, 8], after: [chapters] },
);

const review = computed("review", "Before it goes out | Vor der Veröffentlichung", ({ translate }) => [
  {
    type: "checklist",
    items: (
      [
        "Every figure has its source and date | Jede Zahl hat Quelle und Datum",
        "Customers named have agreed | Genannte Kunden haben zugestimmt",
        "Somebody who disagrees has read it | Jemand mit anderer Meinung hat es gelesen",
        "Figures have alt texts | Abbildungen haben Alternativtexte",
        "Imprint, privacy notice and unsubscribe page are linked | Impressum, Datenschutz und Abmeldung sind verlinkt",
      ] satisfies Bilingual[]
    ).map((item) => ({ text: translate(item), done: false })),
  },
]);

export const whitepaperPlanner = defineWorkflow<Form, Facts>({
  key: "whitepaperPlanner",
  version: 1,
  form,
  role: "You are an editor of white papers for professionals: you build an argument from evidence and name what is missing.",
  task: "Plan the white paper and write the texts that announce it. The outline must be usable by an author tomorrow.",
  example,
  factsIgnoreAnswer: true,
  facts: ({ form: values, context }): Facts => ({
    milestones: backPlan(values.publishOn, steps, context, draftLanguageOf(values.goalLanguage)),
    posts: postDays.map((days, at) => ({
      id: `p${at + 1}`,
      date: workday(addDays(values.publishOn, days)),
      platform: values.channels[at % Math.max(1, values.channels.length)] ?? "LinkedIn",
    })),
    mails: values.isGated
      ? mailDays.map((days, at) => ({ id: `m${at + 1}`, date: workday(addDays(values.publishOn, days)) }))
      : [],
  }),
  summary: ({ form: values, translate, language }) =>
    translate(
      "{pages} pages on “{topic}”, out on {day}, announced on {channels}. | {pages} Seiten zum Thema „{topic}“, Veröffentlichung am {day}, angekündigt auf {channels}.",
      {
        pages: values.pages,
        topic: values.topic,
        day: dayText(values.publishOn, language),
        channels: listed(values.channels, language),
      },
    ),
  sections: [titles, abstract, chapters, balance, objections, questions, glossary, landing, posts, mails, plan, review],
  contextLines: ({ form: values }) =>
    values.evidence.map(({ what, shows, origin }, at) => `e${at + 1} | ${what} | ${shows} | ${origin}`),
  checks: ({ facts }) => {
    const count = facts.milestones.filter(({ isLate }) => isLate).length;
    return count > 0 ? [{ level: "warn", code: "late", params: { count }, at: "plan" }] : [];
  },
  issueTexts: {
    late: "{count:step|steps} would have had to be done before today. | {count:Schritt hätte|Schritte hätten} schon vor heute fertig sein müssen.",
  },
  effects: ({ facts, form: values, context: { timeZone }, answer, show }) => [
    ...facts.milestones.map(({ id, title, date }) =>
      entryAt(`step:${id}`, { type: "3000", title: `${values.requirementTitle}: ${title}`, date, timeZone }),
    ),
    ...posts.of({ answer }).flatMap(({ id, hook, text: brief }) =>
      facts.posts
        .filter((post) => post.id === id)
        .flatMap(({ date, platform }) =>
          outcomeAt(id, {
            ...writerOf(platform, kindOf(platform)),
            platform,
            contentType: kindOf(platform),
            title: show(hook) || values.topic,
            brief: show(brief),
            date,
            time: "09:00",
            timeZone,
            entryType: "3010",
          }),
        ),
    ),
  ],
});
