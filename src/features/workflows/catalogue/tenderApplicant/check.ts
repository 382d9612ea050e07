import { type BidDateKind, type BidStep } from "../../domain/bidDates.ts";
import type { Check } from "../../domain/bidCheck.ts";
import { type Decision, maxPoints, type ScoreKey, scoreWeights } from "../../domain/bidDecision.ts";
import { moneyText } from "../../domain/currencies.ts";
import { datedText, dayText } from "#src/kit/time/dateTexts.ts";
import type { PassageLocation } from "../../domain/tenderText.ts";
import { clipped, figure, percent, quoted } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type BidScene, type Facts, inMode } from "./facts.ts";
import type { Form } from "./form.ts";

/* What code says of a tender before anyone writes: bid or not, what shuts the bidder out, dates, plan, price. */

const { computed } = sectionsFor<Form, Facts>();
const isAnswer = inMode("answer");

export const money = ({ form, language }: BidScene, value: number): string => moneyText(value, form.currency, language);

/** Where something stands: `2.1, 2 Suitability, p. 4, Tender.pdf`. */
export function locationText({ translate, facts }: BidScene, { no, section, page, file }: PassageLocation): string {
  const number = no.endsWith(")") || /^[A-Z§]/.test(no) || no.includes(".") ? no : "";
  const parts = [
    number,
    section,
    page === null ? "" : translate("p. {page} | S. {page}", { page }),
    facts.files.length > 1 || (number === "" && section === "") ? file : "",
  ];
  return parts.filter(Boolean).join(", ") || "–";
}

/** What the comparison of one demand with the form says, as a sentence. */
export function checkText(scene: BidScene, check: Check): string {
  const { translate, language, facts } = scene;
  const { kind, verdict, least, has, leastValue, years, name, until, needed } = check;
  if (kind === "certificate") {
    if (has === 0) return translate("{name}: not in your list. | {name}: steht nicht in Ihrer Liste.", { name });
    if (until === "") return translate("{name}: expiry date missing. | {name}: Das Ablaufdatum fehlt.", { name });
    return verdict === "no"
      ? translate(
          "{name} expires on {day}; required until at least {needed}. | {name} läuft am {day} ab; nötig mindestens bis {needed}.",
          { name, day: dayText(until, language), needed: dayText(needed || facts.deadline, language) },
        )
      : translate("{name}, valid until {day}. | {name}, gültig bis {day}.", { name, day: dayText(until, language) });
  }
  if (kind === "references") {
    const condition = [
      ...(leastValue > 0 ? [translate("min. {value} | ab {value}", { value: money(scene, leastValue) })] : []),
      ...(years === null
        ? []
        : [
            years === 1
              ? translate("from the last year | aus dem letzten Jahr")
              : translate("from the last {years} years | aus den letzten {years} Jahren", { years }),
          ]),
    ].join(", ");
    const what = condition === "" ? "" : ` (${condition})`;
    return has === null
      ? translate(
          "{least} references{what} are required; you listed none. | {least} Referenzen{what} sind gefordert; genannt ist keine.",
          { least, what },
        )
      : translate(
          verdict === "open"
            ? "Confirmed: {has} of {least} references{what}. Check date and value of the others. | Bestätigt: {has} von {least} Referenzen{what}. Prüfen Sie Datum und Wert der übrigen."
            : "References{what}: {has}, required: {least}. | Referenzen{what}: {has}, gefordert: {least}.",
          { has, least, what },
        );
  }
  const shown = (value: number): string => (kind === "staff" ? figure(value, language) : money(scene, value));
  const names: Readonly<Record<"turnover" | "insurance" | "staff", Bilingual>> = {
    turnover: "Turnover | Umsatz",
    insurance: "Sum insured | Versicherungssumme",
    staff: "Staff | Beschäftigte",
  };
  return has === null
    ? translate("{what}: {least} required; your figure is missing. | {what}: {least} gefordert; Ihr Wert fehlt.", {
        what: translate(names[kind]),
        least: shown(least),
      })
    : translate("{what}: {has}, required: {least}. | {what}: {has}, gefordert: {least}.", {
        what: translate(names[kind]),
        has: shown(has),
        least: shown(least),
      });
}

const decisions: Readonly<Record<Decision, { tone: "info" | "warn"; text: Bilingual }>> = {
  late: {
    tone: "warn",
    text: "Too late: the deadline has passed. Ask the buyer whether it was extended; late bids are excluded. | Zu spät: Die Angebotsfrist ist abgelaufen. Fragen Sie nach, ob sie verlängert wurde; verspätete Angebote werden ausgeschlossen.",
  },
  no: {
    tone: "warn",
    text: "As things stand, don’t bid. | Nach jetzigem Stand nicht bieten.",
  },
  clear: {
    tone: "warn",
    text: "Not decided yet: {count:must is|musts are} still unclear. Clarify that first. | Noch nicht entschieden: {count:Muss-Anforderung ist|Muss-Anforderungen sind} ungeklärt. Klären Sie das zuerst.",
  },
  go: { tone: "info", text: "Bid: {total} of 100 points. | Bieten: {total} von 100 Punkten." },
  close: {
    tone: "info",
    text: "A close call: {total} of 100 points. Decide with those who would do the work. | Knapp: {total} von 100 Punkten. Entscheiden Sie mit denen, die die Arbeit machen würden.",
  },
  unknown: {
    tone: "info",
    text: "No must rules out a bid. Effort, competition and margin are still missing. | Keine Muss-Anforderung spricht dagegen. Aufwand, Wettbewerb und Marge fehlen noch.",
  },
};

const scoreNames: Readonly<Record<ScoreKey, Bilingual>> = {
  fit: "Requirements met | Erfüllte Anforderungen",
  effort: "Effort for the bid | Aufwand für das Angebot",
  competition: "Competition | Wettbewerb",
  margin: "Margin | Marge",
};
const scoreRules: Readonly<Record<ScoreKey, Bilingual>> = {
  fit: "5 points at 100 %, none at 50 %; musts count double | 5 Punkte bei 100 %, keine bei 50 %; Muss-Anforderungen zählen doppelt",
  effort:
    "5 points up to 20 % of one person’s time until the deadline, none at 100 % | 5 Punkte bis 20 % der Zeit einer Person bis zur Frist, keine bei 100 %",
  competition: "5 points for two bids, none for ten or more | 5 Punkte bei zwei Angeboten, keine ab zehn",
  margin: "5 points at 20 % of the price, none at 0 % | 5 Punkte bei 20 % vom Preis, keine bei 0 %",
};

/** Points with half ones: `3.5`. */
const pointsText = (points: number, language: "en" | "de"): string =>
  figure(points, language, Number.isInteger(points) ? 0 : 1);

export const decision = computed(
  "decision",
  "Bid or no bid (internal) | Bieten oder nicht (intern)",
  (scene) => {
    const { facts, translate, translateAll, language, form: values } = scene;
    const { decision: found } = facts;
    const { tone, text } = decisions[found.decision];
    const isByScore = found.decision === "no" && facts.knockOuts.length === 0;
    const valueText = (key: ScoreKey, value: number): string =>
      key === "competition" ? figure(value, language) : percent(Math.round(value), language);
    return [
      note(
        tone,
        [
          translate(text, { count: facts.openMusts, total: found.total ?? 0 }),
          ...(isByScore
            ? [translate("{total} of 100 points. | {total} von 100 Punkten.", { total: found.total ?? 0 })]
            : []),
          ...(facts.knockOuts.length > 0
            ? [translate("Not met: {list}. | Nicht erfüllt: {list}.", { list: facts.knockOuts.join(", ") })]
            : []),
        ].join(" "),
      ),
      {
        type: "kpi",
        items: [
          {
            label: translate("Days left | Tage bis zur Frist"),
            value: facts.daysLeft === null ? "–" : figure(Math.max(0, facts.daysLeft), language),
            note: facts.deadline === "" ? "" : dayText(facts.deadline, language),
          },
          {
            label: translate("Musts | Muss-Anforderungen"),
            value: figure(facts.demands.filter(({ kind }) => kind === "must").length, language),
            note: translate("{count} to clarify | {count} ungeklärt", { count: facts.openMusts }),
          },
          {
            label: translate("Knock-outs | Ausschlussgründe"),
            value: figure(facts.knockOuts.length, language),
            note: facts.knockOuts.join(", "),
          },
          {
            label: translate("Points | Punkte"),
            value: found.total === null ? "–" : `${found.total} / 100`,
            note: translate("{count} of 4 known | {count} von 4 bekannt", {
              count: found.scores.filter(({ points }) => points !== null).length,
            }),
          },
        ],
      },
      ...tableOf(
        translateAll("Criterion | Kriterium", "Weight | Gewicht", "Value | Wert", "Points | Punkte", "Rule | Regel"),
        found.scores.map(({ key, value, points }) => [
          translate(scoreNames[key]),
          percent(scoreWeights[key], language),
          value === null ? "–" : valueText(key, value),
          points === null ? "–" : `${pointsText(points, language)} / ${maxPoints}`,
          translate(scoreRules[key]),
        ]),
        [1, 2, 3],
      ),
      ...(found.expected === null || found.gain === null || found.bidCost === null || values.bids === null
        ? []
        : [
            {
              type: "p" as const,
              text: translate(
                "If each of {bids} bids has the same chance, bidding is worth {expected}: {gain} margin ÷ {bids} − {cost} for writing the bid. | Hat jedes von {bids} Angeboten die gleiche Chance, ist das Bieten {expected} wert: {gain} Marge ÷ {bids} − {cost} für die Erstellung des Angebots.",
                {
                  bids: Math.max(1, values.bids),
                  expected: money(scene, found.expected),
                  gain: money(scene, found.gain),
                  cost: money(scene, found.bidCost),
                },
              ),
            },
          ]),
    ];
  },
  isAnswer,
);

const verdicts = {
  yes: "met | erfüllt",
  no: "not met | nicht erfüllt",
  open: "to clarify | zu klären",
} as const satisfies Record<string, Bilingual>;

export const knockOut = computed(
  "knockOut",
  "Knock-out check (internal) | Ausschlussprüfung (intern)",
  (scene) => {
    const { facts, translate, translateAll } = scene;
    const checked = facts.demands.filter(({ checks }) => checks.length > 0);
    if (checked.length === 0)
      return [
        note(
          "info",
          translate(
            "The documents state no turnover, insurance, references, staff or certificates to compare your details with. | Die Unterlagen nennen keine Vorgaben zu Umsatz, Versicherung, Referenzen, Personal oder Zertifikaten, mit denen sich Ihre Angaben vergleichen ließen.",
          ),
        ),
      ];
    return [
      ...tableOf(
        translateAll(
          "No. | Nr.",
          "Requirement | Anforderung",
          "Compared with your details | Abgleich mit Ihren Angaben",
          "Result | Ergebnis",
        ),
        checked.flatMap(({ label, text, checks }) =>
          checks.map((check, at) => [
            at === 0 ? label : "",
            at === 0 ? clipped(text, 240) : "",
            checkText(scene, check),
            translate(verdicts[check.verdict]),
          ]),
        ),
      ),
      ...(checked.some(({ checks }) => checks.some(({ kind, verdict }) => kind === "references" && verdict === "yes"))
        ? [
            note(
              "info",
              translate(
                "Number, value and year of the references match. Whether the buyer will find them comparable is for you to judge. | Anzahl, Wert und Jahr der Referenzen passen. Ob der Auftraggeber sie vergleichbar findet, müssen Sie selbst beurteilen.",
              ),
            ),
          ]
        : []),
    ];
  },
  isAnswer,
);

const dateNames: Readonly<Record<BidDateKind, Bilingual>> = {
  questions: "Questions until | Bieterfragen bis",
  deadline: "Deadline for bids | Angebotsfrist",
  visit: "Site visit | Ortsbesichtigung",
  opening: "Opening | Öffnung",
  talk: "Presentation | Präsentation",
  award: "Award | Zuschlag",
  binding: "Bids binding until | Bindefrist bis",
  start: "Start | Beginn",
  end: "Completion | Fertigstellung",
  other: "Other date | Weiteres Datum",
};
export const dateName = (kind: BidDateKind): Bilingual => dateNames[kind];

export const dates = computed(
  "dates",
  "Dates in the documents | Termine in den Unterlagen",
  (scene) => {
    const { facts, translate, translateAll, language } = scene;
    return [
      ...tableOf(
        translateAll("What | Was", "Date | Termin", "Wording | Wortlaut", "Source | Fundstelle"),
        facts.dates.map(({ kind, date, time, text, place }) => [
          translate(dateNames[kind]),
          [datedText(date, language), time].filter(Boolean).join(", "),
          quoted(clipped(text, 260), language),
          locationText(scene, place),
        ]),
      ),
      ...(facts.deadlines.length > 1
        ? [
            note(
              "warn",
              translate(
                "The documents give several deadlines: {days}. Ask which one applies; until then, this plan uses the date you entered or the next one ahead. | Die Unterlagen nennen mehrere Angebotsfristen: {days}. Fragen Sie, welche gilt; bis dahin rechnet der Plan mit Ihrem Termin oder dem nächsten, der noch bevorsteht.",
                { days: facts.deadlines.map((day) => dayText(day, language)).join(", ") },
              ),
            ),
          ]
        : []),
    ];
  },
  isAnswer,
);

export const stepNames: Readonly<Record<BidStep, Bilingual>> = {
  decide: "Decide whether to bid | Entscheiden, ob Sie bieten",
  ask: "Send questions to the buyer | Bieterfragen stellen",
  proofs: "Collect proofs and declarations | Nachweise und Erklärungen sammeln",
  draft: "Finish the draft | Entwurf fertigstellen",
  price: "Set the price | Preis festlegen",
  review: "Have someone uninvolved review it | Von jemand Unbeteiligtem gegenlesen lassen",
  sign: "Signatures and forms complete | Unterschriften und Formulare vollständig",
  upload: "Upload and save the receipt | Hochladen und Eingangsbestätigung sichern",
};

export const plan = computed(
  "plan",
  "Submission plan (internal) | Weg zur Abgabe (intern)",
  (scene) => {
    const { facts, translate, translateAll, language } = scene;
    if (facts.plan === null)
      return facts.deadline === ""
        ? [
            note(
              "gap",
              translate(
                facts.dates.length === 0
                  ? "When is the bid due? The documents name no date. | Bis wann muss das Angebot vorliegen? Die Unterlagen nennen keinen Termin."
                  : "When is the bid due? The documents don’t say which date is the deadline; is it one of the dates above? | Bis wann muss das Angebot vorliegen? Die Unterlagen sagen nicht, welcher Termin die Angebotsfrist ist; ist es einer der oben genannten?",
              ),
            ),
          ]
        : [];
    const { steps, workdays, isShort } = facts.plan;
    return [
      ...tableOf(translateAll("Step | Schritt", "By | Bis"), [
        ...steps.map(({ id, date }) => [translate(stepNames[id]), datedText(date, language)]),
        [
          translate("Deadline for bids | Angebotsfrist"),
          [datedText(facts.deadline, language), facts.deadlineTime].filter(Boolean).join(", "),
        ],
      ]),
      ...(isShort
        ? [
            note(
              "warn",
              translate(
                "{count:working day is|working days are} left; 20 are usual for a bid like this, so the steps are closer together. | Noch {count:Arbeitstag|Arbeitstage} bis zur Frist; üblich sind 20, deshalb liegen die Schritte enger beieinander.",
                { count: workdays },
              ),
            ),
          ]
        : []),
    ];
  },
  isAnswer,
);
