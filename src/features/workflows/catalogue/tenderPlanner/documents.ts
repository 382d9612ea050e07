import type { Block } from "#src/features/documents/document.ts";
import { half } from "../../kit/bilingual.ts";
import { optional, pick, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type Facts, lintQuestion } from "./facts.ts";
import { type Form, levels } from "./form.ts";
import { share } from "./procedure.ts";

/* The written parts that bidders read: need, specification, suitability, scale, questions, contract. */

const { prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();

export const needs = prose("needs", "What is bought, and why | Was beschafft wird und warum", {
  ask: "the state today with its figures, what should be different, what belongs to the job and what does not, who is affected; no solution where a result will do; bidders read this",
  words: [90, 220],
  own: ({ form: { need, today, sustainability } }) => [need, today, sustainability],
  gap: "What should be different afterwards, and what is not part of the job? | Was soll danach anders sein, und was gehört nicht zur Leistung?",
});

export const spec = rowPerItem(
  "spec",
  "Specification | Leistungsbeschreibung",
  {
    text: text(
      "Requirement | Anforderung",
      "one demand that can be tested, neutral as to make; a figure only if it is given",
      320,
    ),
    test: text("Tested by | Geprüft durch", "measurement, document or trial; by whom and when", 160),
    open: optional(text("To decide | Zu entscheiden", "what the buyer must still set, such as a missing figure", 140)),
  },
  {
    ask: "Each requirement of the buyer, worded so that a bidder can price it and the buyer can test it. Weigh nothing, add nothing. Where a figure is missing, word the demand around it and ask for it. Names of products become properties; a standard carries “or equivalent”.",
    items: ({ form: { requirements }, facts, translate }) =>
      requirements.map(({ text: wish, level }, at) => ({
        id: `q${at + 1}`,
        context: [
          `${half(levels[level], "en")}: ${wish}`,
          ...(facts.lints[at] ?? []).map(({ kind, word }) => `${kind}: ${word}`),
        ].join(" | "),
        cells: [`R${at + 1}`, translate(levels[level])],
        own: { text: wish },
      })),
    when: ({ form: { requirements } }) => requirements.length > 0,
    blocks: (scene, rows) => {
      const { form: values, facts, translateAll, translate, show, isWriting } = scene;
      const lines = values.requirements.map(({ text: wish, level }, at) => {
        const row = rows.find(({ id }) => id === `q${at + 1}`);
        const isWritten = row !== undefined && row.test !== "";
        return {
          no: `R${at + 1}`,
          level: translate(levels[level]),
          text: show(row?.text ?? "") || wish,
          test: show(row?.test ?? ""),
          open: isWritten ? show(row.open) : lintQuestion(scene, facts.lints[at] ?? []),
        };
      });
      const withTest = lines.some(({ test }) => test !== "");
      const withOpen = lines.some(({ open }) => open !== "");
      return [
        ...tableOf(
          translateAll(
            "No. | Nr.",
            "Kind | Art",
            "Requirement | Anforderung",
            ...(withTest ? (["Tested by | Geprüft durch"] as const) : []),
            ...(withOpen ? (["To decide | Zu entscheiden"] as const) : []),
          ),
          lines.map((line) => [
            line.no,
            line.level,
            line.text,
            ...(withTest ? [line.test || "–"] : []),
            ...(withOpen ? [line.open || "–"] : []),
          ]),
          undefined,
          withOpen ? [withTest ? 4 : 3] : undefined,
        ),
        ...(withTest || isWriting ? [] : [note("gap", translate(untested))]),
      ];
    },
    gap: "{count:requirement lacks|requirements lack} a test: measurement, document or trial? | Bei {count:Anforderung|Anforderungen} fehlt die Prüfung: Messung, Dokument oder Versuch?",
  },
);
const untested =
  "Which measurement, document or trial shows that each requirement is met? | Welche Messung, welches Dokument oder welcher Versuch zeigt, dass jede Anforderung erfüllt ist?" as const;

export const scale = rowPerItem(
  "scale",
  "How quality is scored | Wie Qualität bewertet wird",
  {
    hand: text("Handed in | Einzureichen", "the document that is read, with its length", 120),
    five: text("5 points | 5 Punkte", "what the best bid shows, observable", 240),
    three: text("3 points | 3 Punkte", "what a solid bid shows", 200),
    zero: text("0 points | 0 Punkte", "what gives none", 120),
  },
  {
    ask: "A scale for each criterion of quality. Two people who read the same bid must come to the same points; no adjectives.",
    items: ({ form: { criteria } }) =>
      criteria.flatMap(({ name, weight, kind, measure }, at) =>
        kind === "price"
          ? []
          : [
              {
                id: `k${at + 1}`,
                context: [name, `${weight} %`, measure].filter(Boolean).join(" | "),
                cells: [name],
                own: { hand: measure },
              },
            ],
      ),
    when: ({ form: { criteria } }) => criteria.some(({ kind }) => kind === "quality"),
    blocks: (scene, rows) => {
      const { form: values, show, translate, translateAll, isWriting } = scene;
      const quality = values.criteria.flatMap((criterion, at) =>
        criterion.kind === "price" ? [] : [{ ...criterion, row: rows.find(({ id }) => id === `k${at + 1}`) }],
      );
      const isOpen = (row: (typeof quality)[number]["row"]): boolean => !row?.five || !row.three || !row.zero;
      const bare = quality.filter(({ row }) => isOpen(row));
      return [
        ...quality.flatMap(({ name, weight, row, measure }): Block[] => {
          const lines = [
            ["5", show(row?.five ?? "")],
            ["3", show(row?.three ?? "")],
            ["0", show(row?.zero ?? "")],
          ].filter(([, content]) => content !== "");
          const handed = show(row?.hand ?? "") || measure;
          return lines.length === 0
            ? []
            : [
                { type: "h", text: `${name}: ${share(weight, scene)}` },
                ...(handed === ""
                  ? []
                  : [
                      {
                        type: "p" as const,
                        text: translate("Handed in: {what} | Einzureichen: {what}", { what: handed }),
                      },
                    ]),
                ...tableOf(translateAll("Points | Punkte", "What the bid shows | Was das Angebot zeigt"), lines),
              ];
        }),
        ...(bare.length > 0 && !isWriting
          ? [
              note(
                "gap",
                translate(
                  "What does a bid have to show for 5, 3 and 0 points? Open: {names}. | Was muss ein Angebot für 5, 3 und 0 Punkte zeigen? Offen: {names}.",
                  { names: bare.map(({ name }) => name).join(", ") },
                ),
              ),
            ]
          : []),
      ];
    },
    gap: "{count:criterion has|criteria have} no full scale: what gets 5, 3 and 0 points? | {count:Kriterium hat|Kriterien haben} keine volle Skala: Wofür gibt es 5, 3 und 0 Punkte?",
  },
);

export const suited = rowPerItem(
  "suited",
  "Who may bid | Wer anbieten darf",
  {
    least: text("At least | Mindestens", "the least that is demanded, in proportion to the contract", 160),
    accepted: text("Also accepted | Auch anerkannt", "what a young or foreign firm can show instead", 160),
  },
  {
    ask: "One entry for each proof. Nothing that shuts out firms which could do the job.",
    items: ({ form: { proofs } }) => proofs.map((proof, at) => ({ id: `p${at + 1}`, context: proof, cells: [proof] })),
    lead: ["Proof | Nachweis"],
    when: ({ form: { proofs } }) => proofs.length > 0,
    blocks: (scene, rows) => {
      const { form: values, show, translate, translateAll, isWriting } = scene;
      const lines = values.proofs.map((proof, at) => {
        const row = rows.find(({ id }) => id === `p${at + 1}`);
        return [proof, show(row?.least ?? ""), show(row?.accepted ?? "")];
      });
      const isWritten = lines.some(([, least, accepted]) => least !== "" || accepted !== "");
      if (!isWritten)
        return [
          { type: "list", ordered: false, items: values.proofs },
          ...(isWriting
            ? []
            : [
                note(
                  "gap",
                  translate(
                    "What is the least for each proof, and what can a young or foreign firm show instead? | Was ist bei jedem Nachweis das Mindeste, und was kann ein junges oder ausländisches Unternehmen stattdessen zeigen?",
                  ),
                ),
              ]),
        ];
      return tableOf(
        translateAll("Proof | Nachweis", "At least | Mindestens", "Also accepted | Auch anerkannt"),
        lines.map((cells) => cells.map((cell) => cell || "–")),
      );
    },
    gap: "{count:proof has|proofs have} no minimum: how many, how large, how recent? | {count:Nachweis hat|Nachweise haben} kein Mindestniveau: wie viele, wie groß, wie alt?",
  },
);

export const questions = freeRows(
  "questions",
  "Questions to bidders | Fragen an die Bieter",
  {
    question: text("Question | Frage", "one thing, answerable in the space of its kind", 200),
    kind: pick("Answer | Antwort", "form of the answer", {
      text: "text | Text",
      number: "number | Zahl",
      yes: "yes or no | ja oder nein",
      file: "document | Dokument",
    }),
    use: pick("Used for | Wofür", "what the answer decides", {
      know: "information | Information",
      score: "points | Punkte",
      out: "exclusion | Ausschluss",
    }),
  },
  {
    ask: "What bids must answer beyond the price sheet. Each question serves a requirement or a criterion.",
    count: [5, 10],
    gap: "Which five answers do you need to compare bids? | Welche fünf Antworten brauchen Sie, um Angebote zu vergleichen?",
  },
);

export const contract = freeRows(
  "contract",
  "Contract points | Vertragspunkte",
  {
    point: text("Point | Punkt", "two or three words", 50),
    rule: text("Suggested rule | Vorgeschlagene Regel", "one sentence; figures only if given", 240),
    decide: optional(text("To decide | Zu entscheiden", "what the buyer or a lawyer must settle", 120)),
  },
  {
    ask: "Acceptance, payment, quantities, delay, warranty, damage, subcontractors, end of the contract: what this purchase needs. The buyer’s own points first.",
    count: [4, 10],
    own: ({ form: { contract: own } }) =>
      own
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
        .map((rule) => ({ rule })),
    blocks: (scene, rows) => {
      const { show, translate, translateAll, isWriting } = scene;
      const isWritten = rows.some(({ point }) => point !== "");
      if (isWritten)
        return tableOf(
          translateAll("Point | Punkt", "Suggested rule | Vorgeschlagene Regel", "To decide | Zu entscheiden"),
          rows.map(({ point, rule, decide }) => [show(point), show(rule), show(decide) || "–"]),
          undefined,
          [2],
        );
      return [
        ...(rows.length > 0
          ? [{ type: "list" as const, ordered: false, items: rows.map(({ rule }) => show(rule)) }]
          : []),
        ...(isWriting ? [] : [note("gap", translate(noContract))]),
      ];
    },
    gap: "When is the work accepted, when do you pay, and what happens in case of delay or defects? | Wann ist die Leistung abgenommen, wann zahlen Sie, und was gilt bei Verzug oder Mängeln?",
  },
);
const noContract =
  "When is the work accepted, when do you pay, and what happens in case of delay or defects? | Wann ist die Leistung abgenommen, wann zahlen Sie, und was gilt bei Verzug oder Mängeln?" as const;

/** Sections that bidders get to read: none of them may tell what the buyer expects to pay. */
export const forBidders = [needs, spec, scale, suited, questions, contract];
