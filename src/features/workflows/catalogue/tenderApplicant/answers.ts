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
  open: "to clear | zu klären",
  yes: "met | erfüllt",
  partly: "in part | teilweise",
  no: "not met | nicht erfüllt",
} as const satisfies Record<string, Bilingual>;

/** Of a demand that is called met, and counts as such once its proof is named. */
const proofMissing: Bilingual = "to clear, proof missing | zu klären, Nachweis fehlt";

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
    owner: optional(text("Who | Wer", "role that has to clear it, when something is open", 40)),
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
            "Demand, word for word | Anforderung im Wortlaut",
            "Place | Fundstelle",
            "Status | Stand",
            ...(withAnswer ? (["Answer | Antwort"] as const) : []),
            ...(withProof ? (["Proof | Nachweis"] as const) : []),
            ...(withOwner ? (["Who | Wer"] as const) : []),
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
                  "What do you offer for each demand that is to be cleared, and what proves it? | Was bieten Sie zu jeder ungeklärten Anforderung an, und was belegt es?",
                ),
              ),
            ]
          : []),
      ];
    },
    gap: "{count:demand has|demands have} no answer yet: what do you offer, and what proves it? | {count:Anforderung hat|Anforderungen haben} noch keine Antwort: Was bieten Sie an, und was belegt es?",
  },
);

export const returnables = computed(
  "returnables",
  "To be handed in | Einzureichen",
  (scene) => {
    const { facts, translate } = scene;
    const wanted = facts.demands.filter(({ isHandedIn }) => isHandedIn);
    if (wanted.length === 0)
      return [
        note(
          "gap",
          translate(
            "Which forms and proofs have to be handed in? The text names none. | Welche Formulare und Nachweise sind einzureichen? Der Text nennt keine.",
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
  gap: "Why you, in six sentences with proof? | Warum Sie, in sechs Sätzen mit Beleg?",
});

export const references = rowPerItem(
  "references",
  "Reference sheets | Referenzblätter",
  {
    same: text(
      "The same as here | Was gleich ist",
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
      const heads: Bilingual[] = ["Client | Kunde", "Value | Wert", "Year | Jahr", "What it was | Was es war"];
      return [
        ...tableOf(
          translateAll(
            ...heads,
            ...(isWritten ? (["The same as here | Was gleich ist", "Result | Ergebnis"] as const) : []),
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
                  "What of each reference is the same as in this contract, and who may be called about it? | Was ist bei jeder Referenz gleich wie hier, und wen darf man dazu anrufen?",
                ),
              ),
            ]),
      ];
    },
    gap: "What makes {count:reference|references} comparable is not said yet. | Bei {count:Referenz|Referenzen} fehlt, was sie vergleichbar macht.",
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
              "The weights of the award criteria add up to {sum} %. Which weights count? | Die Gewichte der Zuschlagskriterien ergeben {sum} %. Welche Gewichte gelten?",
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
              "The documents name {days} as the deadline. Which day counts? | Die Unterlagen nennen {days} als Angebotsfrist. Welcher Tag gilt?",
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
  "Questions to the buyer | Fragen an den Auftraggeber",
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
    gap: "What is unclear in the documents, so that you could price it wrongly? | Was ist in den Unterlagen unklar, sodass Sie sich verrechnen könnten?",
  },
);

export const risks = freeRows(
  "risks",
  "Risks and deviations (internal) | Risiken und Abweichungen (intern)",
  {
    risk: text("Risk or deviation | Risiko oder Abweichung", "what can cost money, points or the contract", 180),
    way: text("What to do | Was tun", "ask, price in, partner, leave out; one way", 180),
    about: refs<BidScene>("About | Zu", "ids of the demands", labelOf),
  },
  {
    ask: "Of this tender and this bidder alone: terms, quantities, dates, partners, what is met in part. A deviation that excludes the bid is named as one.",
    count: [2, 6],
    after: [answers],
    when: isAnswer,
    gap: "Which term of the contract could cost you the margin? | Welche Vertragsbedingung könnte Sie die Marge kosten?",
  },
);

export const review = freeRows(
  "review",
  "Critical review (internal) | Gegengelesen (intern)",
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
    gap: "Who reads the bid who was not involved in it, and when? | Wer liest das Angebot, der nicht daran beteiligt war, und wann?",
  },
);
