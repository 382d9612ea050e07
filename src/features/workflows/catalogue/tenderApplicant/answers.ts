import { dayText } from "#src/kit/time/dateTexts.ts";
import { lintOf, lintQuestions } from "../../domain/requirementLint.ts";
import { clipped, figure, listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { optional, pick, refs, text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { checkText, money, locationText } from "./check.ts";
import { type BidScene, type Facts, inMode, labelOf, lacksProof, type NumberedDemand } from "./facts.ts";
import { implicitDemands } from "./implicitDemands.ts";
import type { Form } from "./form.ts";

/* What a bidder answers: the matrix, papers to hand in, references, questions, risks. */

const { computed, prose, freeRows, rowPerItem } = sectionsFor<Form, Facts>();
const isAnswer = inMode("answer");

export const levels = { must: "must | Muss", should: "should | Soll" } as const satisfies Record<string, Bilingual>;
export const statuses = {
  open: "to clarify | zu klären",
  yes: "met | erfüllt",
  partly: "partly | teilweise",
  no: "not met | nicht erfüllt",
} as const satisfies Record<string, Bilingual>;

/** Of a demand that is called met, and counts as such once its proof is named. */
const proofMissing: Bilingual = "to clarify, proof missing | zu klären, Nachweis fehlt";

/** A demand with the sentence that its list hangs on. */
export const demandText = ({ text: own, lead }: NumberedDemand): string => (lead === "" ? own : `${lead} ${own}`);
/** Characters of a demand that tell it to whoever edits its answer. */
const maxLabelLength = 80;
const checked = (scene: BidScene, { checks }: NumberedDemand): string =>
  checks.map((check) => checkText(scene, check)).join(" ");

export const answers = rowPerItem(
  "answers",
  "Compliance matrix | Erfüllungsmatrix",
  {
    status: pick(
      "Status | Stand",
      "yes only if profile, references, certificates or the check say so; else open",
      statuses,
    ),
    answer: text("Answer | Antwort", "what is offered to meet it, in the words of the bid", 300),
    proof: optional(
      text("Proof | Nachweis", "the reference, certificate, person or page of the bid that shows it", 140),
    ),
    owner: optional(text("Owner | Wer", "role that has to clear it, when something is open", 40)),
  },
  {
    ask: "One honest answer to each demand. Promise nothing that the form does not carry. Where “check” says what was compared, it holds.",
    items: (scene) =>
      scene.facts.demands.map((demand) => ({
        id: demand.id,
        context: [
          demand.label,
          demand.kind,
          demandText(demand),
          ...(demand.checks.length > 0 ? [`check: ${demand.verdict ?? ""}, ${checked(scene, demand)}`] : []),
        ].join(" | "),
        cells: [demand.label, clipped(demandText(demand), maxLabelLength)],
        own: { status: demand.verdict ?? ("open" as const) },
      })),
    after: [implicitDemands],
    when: (scene) => isAnswer(scene) && scene.facts.demands.length > 0,
    blocks: (scene, rows) => {
      const { facts, show, translate, translateAll, isWriting } = scene;
      const byId = new Map(rows.map((row) => [row.id, row]));
      const lines = facts.demands.map((demand) => {
        const row = byId.get(demand.id);
        const proof = show(row?.proof ?? "");
        return {
          demand,
          status: row && lacksProof(demand.verdict, row) ? translate(proofMissing) : translate(statuses[demand.status]),
          answer: show(row?.answer ?? "") || checked(scene, demand),
          proof,
          owner: show(row?.owner ?? ""),
        };
      });
      const withAnswer = lines.some(({ answer }) => answer !== "");
      const withProof = lines.some(({ proof }) => proof !== "");
      const withOwner = lines.some(({ owner }) => owner !== "");
      const isBare = rows.every(({ answer }) => answer === "");
      return [
        ...tableOf(
          translateAll(
            "No. | Nr.",
            "Kind | Art",
            "Requirement, verbatim | Anforderung im Wortlaut",
            "Source | Fundstelle",
            "Status | Stand",
            ...(withAnswer ? (["Answer | Antwort"] as const) : []),
            ...(withProof ? (["Proof | Nachweis"] as const) : []),
            ...(withOwner ? (["Owner | Wer"] as const) : []),
          ),
          lines.map(({ demand, status, answer, proof, owner }) => [
            demand.label,
            translate(levels[demand.kind]),
            demandText(demand),
            locationText(scene, demand.place),
            status,
            ...(withAnswer ? [answer || "–"] : []),
            ...(withProof ? [proof || "–"] : []),
            ...(withOwner ? [owner || "–"] : []),
          ]),
        ),
        ...(isBare && !isWriting
          ? [
              note(
                "gap",
                translate(
                  "What do you offer for each open requirement, and what proves it? | Was bieten Sie für jede ungeklärte Anforderung an, und was belegt es?",
                ),
              ),
            ]
          : []),
      ];
    },
    gap: "{count:requirement has|requirements have} no answer yet: what do you offer, and what proves it? | {count:Anforderung hat|Anforderungen haben} noch keine Antwort: Was bieten Sie an, und was belegt es?",
  },
);

export const returnables = computed(
  "returnables",
  "To be submitted | Einzureichen",
  (scene) => {
    const { facts, translate } = scene;
    const wanted = facts.demands.filter(({ isHandedIn }) => isHandedIn);
    if (wanted.length === 0)
      return [
        note(
          "gap",
          translate(
            "Which forms and proofs must be submitted? The text mentions none. | Welche Formulare und Nachweise sind einzureichen? Der Text nennt keine.",
          ),
        ),
      ];
    return [
      {
        type: "checklist",
        items: wanted.map((demand) => ({
          text: `${demand.label} ${demand.text} (${locationText(scene, demand.place)})`,
          done: false,
        })),
      },
    ];
  },
  isAnswer,
);

export const summary = prose("summary", "Summary for the buyer | Zusammenfassung für den Auftraggeber", {
  ask: "who bids, what the buyer gets, how the weightiest criteria are met and by which reference; no price, no weakness",
  words: [80, 200],
  after: [{ key: "concepts" }],
  when: (scene) => isAnswer(scene) && scene.facts.demands.length > 0,
  gap: "Why choose you, in six sentences with proof? | Warum gerade Sie, in sechs Sätzen mit Belegen?",
});

export const references = rowPerItem(
  "references",
  "Reference sheets | Referenzblätter",
  {
    same: text(
      "Similarities | Gemeinsamkeiten",
      "what of this job is the same in the tender, by scope, kind and conditions",
      260,
    ),
    result: optional(text("Result | Ergebnis", "what came of it, only if the form says so", 160)),
  },
  {
    ask: "One entry for each reference. Only what stands in its row.",
    items: ({ form: { references: own } }) =>
      own.map(({ client, value, year, text: what }, at) => ({
        id: `b${at + 1}`,
        context: [client, value ?? "", year, what].join(" | "),
        cells: [client],
      })),
    after: [implicitDemands],
    when: (scene) => isAnswer(scene) && scene.form.references.length > 0,
    blocks: (scene, rows) => {
      const { form: values, show, translate, translateAll, isWriting } = scene;
      const lines = values.references.map(({ client, value, year, text: what }, at) => {
        const row = rows.find(({ id }) => id === `b${at + 1}`);
        return [
          client,
          value === null ? "–" : money(scene, value),
          String(year),
          what || "–",
          show(row?.same ?? ""),
          show(row?.result ?? ""),
        ];
      });
      const isWritten = lines.some(([, , , , same]) => same !== "");
      const heads: Bilingual[] = ["Client | Kunde", "Value | Wert", "Year | Jahr", "Scope | Leistung"];
      return [
        ...tableOf(
          translateAll(
            ...heads,
            ...(isWritten ? (["Similarities | Gemeinsamkeiten", "Result | Ergebnis"] as const) : []),
          ),
          lines.map((cells) => (isWritten ? cells.map((cell) => cell || "–") : cells.slice(0, heads.length))),
          [1, 2],
        ),
        ...(isWritten || isWriting
          ? []
          : [
              note(
                "gap",
                translate(
                  "How does each reference resemble this contract, and who may the buyer call about it? | Worin gleicht jede Referenz diesem Auftrag, und wen darf der Auftraggeber dazu anrufen?",
                ),
              ),
            ]),
      ];
    },
    gap: "{count:reference still lacks|references still lack} a comparison with this contract. | Bei {count:Referenz|Referenzen} fehlt noch der Vergleich mit diesem Auftrag.",
  },
);

/** Questions that words nobody can test bring up, in the order of the demands. */
function lintedQuestions(scene: BidScene): { question: string; about: string[] }[] {
  const { facts, form: values, translate, language } = scene;
  const weights =
    facts.weightSum !== null && facts.weightSum !== 100
      ? [
          {
            question: translate(
              "The weights of the award criteria add up to {sum} %. Which weights apply? | Die Gewichtungen der Zuschlagskriterien ergeben zusammen {sum} %. Welche gelten?",
              { sum: figure(facts.weightSum, language, Number.isInteger(facts.weightSum) ? 0 : 1) },
            ),
            about: [],
          },
        ]
      : [];
  const deadlines =
    facts.deadlines.length > 1
      ? [
          {
            question: translate(
              "The documents give {days} as the deadline. Which date applies? | Die Unterlagen nennen {days} als Angebotsfrist. Welcher Termin gilt?",
              {
                days: listed(
                  facts.deadlines.map((day) => dayText(day, language)),
                  language,
                ),
              },
            ),
            about: [],
          },
        ]
      : [];
  const vague = facts.demands.flatMap((demand) =>
    lintOf(demand.text, values.goalLanguage.startsWith("de") ? "de" : "en", true)
      .filter(({ kind }) => kind !== "double")
      .slice(0, 1)
      .map(({ kind, word }) => ({
        question: [demand.place.no, translate(lintQuestions[kind], { word })].filter(Boolean).join(": "),
        about: [demand.id],
      })),
  );
  return [...deadlines, ...weights, ...vague].slice(0, 8);
}

export const questions = freeRows(
  "questions",
  "Questions for the buyer | Fragen an den Auftraggeber",
  {
    question: text("Question | Frage", "neutral, answerable in one sentence; says nothing of the bidder", 300),
    about: refs<BidScene>("About | Zu", "ids of the demands", labelOf),
  },
  {
    ask: "Where demands are unclear, contradict each other or would shut out firms that can do the job. All bidders read the answers: give nothing away.",
    count: [2, 8],
    own: lintedQuestions,
    after: [answers],
    when: isAnswer,
    gap: "What in the documents is so unclear that you could misprice it? | Was ist in den Unterlagen so unklar, dass Sie sich verkalkulieren könnten?",
  },
);

export const risks = freeRows(
  "risks",
  "Risks and deviations (internal) | Risiken und Abweichungen (intern)",
  {
    risk: text("Risk or deviation | Risiko oder Abweichung", "what can cost money, points or the contract", 180),
    way: text("Action | Maßnahme", "ask, price in, partner, leave out; one way", 180),
    about: refs<BidScene>("About | Zu", "ids of the demands", labelOf),
  },
  {
    ask: "Of this tender and this bidder alone: terms, quantities, dates, partners, what is met in part. A deviation that excludes the bid is named as one.",
    count: [2, 6],
    after: [answers],
    when: isAnswer,
    gap: "Which contract term could cost you your margin? | Welche Vertragsbedingung könnte Sie die Marge kosten?",
  },
);

export const review = freeRows(
  "review",
  "Critical review (internal) | Kritische Prüfung (intern)",
  {
    weak: text("Weak point | Schwachstelle", "where an examiner takes points off, and why", 220),
    better: text("Better | Besser", "what to change in the bid", 200),
    about: refs<BidScene>("About | Zu", "ids of the demands", labelOf),
  },
  {
    ask: "You are now the examiner and have read all bids. The weakest points of this one, the worst first.",
    count: [3, 6],
    after: [summary],
    when: isAnswer,
    gap: "Who from outside the bid team will review it, and when? | Welche unbeteiligte Person liest das Angebot gegen, und wann?",
  },
);
