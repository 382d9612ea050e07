import { clipped } from "./wording.ts";
import { type Bilingual, half } from "../kit/bilingual.ts";

/* Headings of an application: those of the form, or the usual ones, with the person's own words in the right place. */

export interface Chapter {
  id: string;
  title: string;
  characters: number;
  hint: Bilingual;
  question: Bilingual;
  own: string;
}
export interface Words {
  idea: string;
  problem: string;
  novelty: string;
  approach: string;
  exploitation: string;
  need: string;
  companyInformation: string;
  partners: readonly { name: string; part: string; agreed: string }[];
  goals: readonly { measure: string; today: string; target: string; month: number }[];
}
type Kind = "summary" | "goals" | "state" | "method" | "effect" | "market" | "team" | "need" | "ethics" | "other";

const hints: Record<Kind, readonly [Bilingual, Bilingual]> = {
  summary: [
    "problem, solution, result, who profits; may be published, so no secrets | Problem, Lösung, Ergebnis, wer profitiert",
    "In six sentences that may be published: what will you do, for whom, and what will be the result? | In sechs Sätzen, die veröffentlicht werden dürfen: Was tun Sie, für wen, und was liegt am Ende vor?",
  ],
  goals: [
    "what is reached, from what to what, by which month, how it is shown | was erreicht wird",
    "What will you have achieved at the end, and which figure will show it? | Was ist am Ende erreicht, und an welcher Zahl erkennt man es?",
  ],
  state: [
    "what exists and where it fails, what is new against it, the technical risk | was es gibt, was neu ist",
    "What exists today, what is new about your approach, and why is success uncertain? | Was gibt es heute, was ist an Ihrem Ansatz neu, und warum ist der Erfolg unsicher?",
  ],
  method: [
    "way through the work packages, points of decision, what happens if one fails | Weg durch die Arbeitspakete",
    "What steps will get you there, and when will you decide whether to continue or stop? | In welchen Schritten kommen Sie dorthin, und wann entscheiden Sie, ob Sie weitermachen oder abbrechen?",
  ],
  effect: [
    "who is better off and by how much, also environment and resources | wem es wie viel bringt",
    "Who benefits and by how much, and what does it save? | Wem nützt es wie viel, und was spart es ein?",
  ],
  market: [
    "who pays, how many, price, sales channel, when, rights | wer bezahlt, Preis, Vertrieb, Zeitpunkt",
    "Who will pay for it, how much and from when, and who will sell it for you? | Wer bezahlt dafür wie viel und ab wann, und über wen verkaufen Sie?",
  ],
  team: [
    "who can do what, from which work; what each partner gives | wer was kann; was Partner beitragen",
    "Who does the work, what is their track record, and what does each partner contribute? | Wer macht die Arbeit, welche Erfahrung ist vorhanden, und was trägt jeder Partner bei?",
  ],
  need: [
    "what would happen without, and why nobody else pays | was ohne geschähe",
    "What would you do without the grant, and why won’t anyone else fund it? | Was täten Sie ohne Förderung, und warum finanziert es sonst niemand?",
  ],
  ethics: [
    "personal data, people who take part, safety, animals, environment; translate “none” where it is none | Daten, Beteiligte, Sicherheit, Umwelt",
    "Which personal data, participants or safety risks does the project involve? | Welche personenbezogenen Daten, Beteiligten oder Gefahren betrifft das Vorhaben?",
  ],
  other: [
    "what the heading asks for, and nothing else | was die Überschrift verlangt",
    "What do you say under “{title}”? | Was schreiben Sie unter „{title}“?",
  ],
};
const usual: Record<"national" | "eu", readonly [Bilingual, Kind, number][]> = {
  national: [
    ["Summary | Kurzfassung", "summary", 1500],
    ["Objectives | Ziele", "goals", 2000],
    ["State of the art and innovation | Stand der Technik und Neuheit", "state", 3000],
    ["Method | Lösungsweg", "method", 3000],
    ["Impact and resource savings | Wirkung und Ressourcenschonung", "effect", 2000],
    ["Exploitation | Verwertung", "market", 2500],
    ["Team and partners | Team und Partner", "team", 2000],
    ["Why the grant is needed | Warum Förderung nötig ist", "need", 1500],
  ],
  eu: [
    ["Abstract | Zusammenfassung", "summary", 2000],
    ["1.1 Objectives and ambition | 1.1 Ziele und Anspruch", "goals", 4000],
    ["1.2 State of the art and methodology | 1.2 Stand der Forschung und Methodik", "state", 6000],
    ["2.1 Pathways to impact | 2.1 Wege zur Wirkung", "effect", 4500],
    ["2.2 Dissemination, exploitation, communication | 2.2 Verbreitung, Verwertung, Kommunikation", "market", 4500],
    ["3.1 Work plan | 3.1 Arbeitsplan", "method", 4500],
    ["3.2 Capacity of the consortium | 3.2 Fähigkeiten des Konsortiums", "team", 4000],
    ["Ethics and data | Ethik und Daten", "ethics", 2000],
  ],
};
const cues: readonly [Kind, RegExp][] = [
  ["summary", /summary|abstract|kurz|zusammenfass|überblick/i],
  ["state", /state of|novel|new|innovat|stand der|neu(?:heit|es)?|risiko|risk/i],
  ["goals", /objectiv|goals?|aims?|ziel/i],
  ["method", /method|work ?plan|approach|arbeitsplan|vorgehen|lösungsweg|durchführung|umsetzung/i],
  ["market", /exploit|market|commercial|verwert|markt|vertrieb|wirtschaftlich/i],
  ["effect", /impact|effect|benefit|sustainab|wirkung|nutzen|nachhaltig|ressource/i],
  ["team", /team|partner|applicant|consortium|capacit|antragsteller|konsortium|unternehmen|qualifikation/i],
  ["need", /need|without|additional|notwendig|bedarf|anreiz|warum/i],
  ["ethics", /ethic|data|ethik|daten/i],
];

/** Each text of the person appears once, under the first heading that asks for it. */
export function chapterPlan(
  headings: readonly { heading: string; characters: number }[],
  outline: "national" | "eu",
  words: Words,
  language: "en" | "de",
): Chapter[] {
  const translate = (text: Bilingual): string => half(text, language);
  const wanted: [string, Kind, number][] =
    headings.length > 0
      ? headings.map(({ heading, characters }) => [
          heading,
          cues.find(([, cue]) => cue.test(heading))?.[0] ?? "other",
          characters,
        ])
      : usual[outline].map(([title, kind, characters]) => [translate(title), kind, characters]);
  const joined = (parts: readonly string[]): string =>
    parts
      .map((one) => one.trim())
      .filter(Boolean)
      .join("\n\n");
  const own: Record<Kind, string> = {
    summary: words.idea,
    goals: words.goals
      .map(
        ({ measure, today, target, month }) =>
          `${measure}: ${today || "?"} → ${target || "?"}, ${translate("by project month | bis Projektmonat")} ${month}.`,
      )
      .join("\n\n"),
    state: joined([words.problem, words.novelty]),
    method: words.approach,
    effect: "",
    market: words.exploitation,
    team: joined([
      words.companyInformation,
      ...words.partners.map(
        ({ name, part, agreed }) => `${[name, part].filter(Boolean).join(": ")}${agreed ? ` (${agreed})` : ""}`,
      ),
    ]),
    need: words.need,
    ethics: "",
    other: "",
  };
  const used = new Set<Kind>();
  return wanted.map(([title, kind, characters], at) => {
    const text = used.has(kind) ? "" : own[kind];
    used.add(kind);
    const [hint, question] = hints[kind];
    return {
      id: `c${at + 1}`,
      title: clipped(title, 160),
      characters,
      hint,
      question: question.replaceAll("{title}", title.replaceAll(" | ", " / ")) as Bilingual,
      own: text,
    };
  });
}
