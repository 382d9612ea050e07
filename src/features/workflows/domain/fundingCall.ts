import { sentences } from "#src/kit/text.ts";
import { datesOf } from "./bidDates.ts";
import { type Passage, passagesIn, type PassageLocation, locationOf, type TenderFile } from "./tenderText.ts";
import { oneLine } from "./wording.ts";

/* What the guideline of a programme says, word for word: conditions, criteria, annexes, and its rate, sums and dates. */

export type ConditionKind = "must" | "criterion" | "annex";

export interface CallDemand {
  kind: ConditionKind;
  text: string;
  /** Percent or points of a criterion; null without one. */
  weight: number | null;
  place: PassageLocation;
}

export const termKinds = ["rate", "maxGrant", "minCost", "maxMonths", "deadline"] as const;
export type TermKind = (typeof termKinds)[number];
export interface CallTerm {
  what: TermKind;
  /** Null for the deadline. */
  value: number | null;
  /** Empty for all but the deadline. */
  date: string;
  quote: string;
}

// Umlauts are no letters to `\b`; words end where no letter follows.
const obliging =
  /(?<!\p{L})(?:must|shall|only|may not|eligible|ineligible|requires?|required|at least|at most|no later than|muss|müssen|darf|dürfen|nur|antragsberechtigt|förderfähig|förderunschädlich|nachzuweisen|nachweisen|vorzulegen|einzureichen|voraussetzung|mindestens|höchstens|spätestens|ausgeschlossen|bis zu|up to|not exceed|doit|doivent|éligibles?|obligatoire\p{L}*|au moins|au plus|au plus tard|ne peu(?:t|vent))(?!\p{L})/iu;
const attaching =
  /(?<!\p{L})(?:attach|attached|enclose|enclosed|annex|annexes|beizufügen|beigefügt|anlage|anlagen|folgende unterlagen|nachweise sind)(?!\p{L})/iu;
const assessing =
  /(?<!\p{L})(?:criteria|criterion|weight|weighted|weighting|score|scored|assess|assessed|assessment|kriterium|kriterien|bewertung|bewertet|gewichtet|gewichtung|punkte)(?!\p{L})/iu;
const share = /(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|percent|per cent|prozent|points?|punkte?)/i;
const numberOf = (text: string): number => Number(text.replace(/[.,](?=\d{3}(?!\d))/g, "").replace(",", "."));

/** Shorter ones demand nothing; longer ones are no sentences. */
const [shortestItem, shortest, longest] = [8, 20, 600];

const kindOfLead = (lead: string): ConditionKind | null =>
  attaching.test(lead) ? "annex" : assessing.test(lead) ? "criterion" : obliging.test(lead) ? "must" : null;

/** Sentences of a passage; the full stops of a date end none. */
const sentencesOf = (text: string): string[] =>
  sentences(text, "de").reduce<string[]>((all, one) => {
    const last = all.at(-1);
    const isDate = last !== undefined && /\d\.\s*$/.test(last) && /^(?:\d|[JFMASOND]\p{Ll}{2})/u.test(one);
    return isDate ? [...all.slice(0, -1), `${last.trim()} ${one}`] : [...all, one];
  }, []);

function demandsOf(passage: Passage, file: TenderFile): CallDemand[] {
  const { isItem, lead, section, cells } = passage;
  const inherited = isItem || cells.length > 1 ? kindOfLead(lead === "" ? section : lead) : null;
  const parts = isItem && inherited !== null ? [passage.text] : sentencesOf(passage.text);
  return parts.map(oneLine).flatMap((text): CallDemand[] => {
    if (text.length < (isItem ? shortestItem : shortest) || text.length > longest || text.endsWith(":")) return [];
    const kind = inherited ?? (attaching.test(text) ? "annex" : obliging.test(text) ? "must" : null);
    const weight = share.exec(text)?.[1];
    const isScored = kind !== "annex" && weight !== undefined && (kind === "criterion" || assessing.test(text));
    if (!isScored && kind === null) return [];
    return [
      {
        kind: isScored ? "criterion" : (kind ?? "must"),
        text,
        weight: isScored ? numberOf(weight) : null,
        place: locationOf(file, passage),
      },
    ];
  });
}

const aid = /grant|\baid\b|fund|subsid|förder|zuschuss|zuwendung/i;
const otherShare = /overhead|flat rate|own share|own contribution|gemeinkosten|pauschal|eigenanteil|eigenmittel/i;
const ceiling =
  /(?:at most|up to|maximum of|not exceed|höchstens|maximal|bis zu)\s(?:€|EUR|Euro)?\s?(\d{1,3}(?:[.,]\d{3})+|\d{4,9})/i;
const floor = /(?:at least|minimum of|mindestens)\s(?:€|EUR|Euro)?\s?(\d{1,3}(?:[.,]\d{3})+|\d{4,9})/i;
/** Words that make a day the last one for an application. `Abschluss` and `Beschluss` are none of them. */
const closings: readonly RegExp[] = [
  /deadline|no later|submitted|closes|closing date|frist|spätestens|einzureichen|stichtag/i,
  /(?:antrags|annahme|einsende|einreichungs|bewerbungs|abgabe|anmelde|melde)schluss/i,
  /(?<!\p{L})(?:anträge|antrag|skizzen?|bewerbung(?:en)?|abgabe|einreichung|unterlagen)(?!\p{L})[^.;]{0,80} bis (?:zum |einschließlich )?\d/iu,
  /\b(?:applications?|proposals?)\b[^.;]{0,80} (?:due|until) (?:on |by )?\d/i,
  /\b(?:apply|submit|applications?|proposals?) (?:by|until|before) \d/i,
];

function termsOf(quote: string): CallTerm[] {
  const term = (what: TermKind, found: RegExpExecArray | null): CallTerm[] =>
    found?.[1] === undefined ? [] : [{ what, value: numberOf(found[1]), date: "", quote }];
  const isAid = aid.test(quote);
  const day = closings.some((one) => one.test(quote)) ? datesOf(quote)[0]?.date : undefined;
  return [
    ...(isAid && !assessing.test(quote) && !otherShare.test(quote) ? term("rate", share.exec(quote)) : []),
    ...(isAid ? term("maxGrant", ceiling.exec(quote)) : []),
    ...(/cost|kosten|volum|ausgaben/i.test(quote) ? term("minCost", floor.exec(quote)) : []),
    ...(/durat|last|laufzeit|dauer/i.test(quote) ? term("maxMonths", /(\d{1,2})\s(?:months|monate)/i.exec(quote)) : []),
    ...(day === undefined ? [] : [{ what: "deadline" as const, value: null, date: day, quote }]),
  ];
}

export interface CallReading {
  demands: CallDemand[];
  /** The first of each kind. */
  terms: Partial<Record<TermKind, CallTerm>>;
  /** Every day that the text calls a deadline. */
  deadlines: string[];
}

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Demands and terms of some documents, in their order; the same words once. */
export function readCall(files: readonly TenderFile[]): CallReading {
  const demands = new Map<string, CallDemand>();
  const terms: CallReading["terms"] = {};
  const deadlines = new Set<string>();
  for (const file of files)
    for (const passage of passagesIn(file.text)) {
      if (passage.isHeading) continue;
      for (const demand of demandsOf(passage, file)) {
        const key = plainWords(demand.text);
        if (!demands.has(key)) demands.set(key, demand);
      }
      for (const quote of sentencesOf(passage.text).map(oneLine))
        for (const term of quote.length > longest ? [] : termsOf(quote)) {
          terms[term.what] ??= term;
          if (term.what === "deadline") deadlines.add(term.date);
        }
    }
  return { demands: [...demands.values()], terms, deadlines: [...deadlines].toSorted() };
}

const callWords =
  /(?<!\p{L})(?:funding|grants?|eligible|eligibility|applicants?|call for proposals|subsid(?:y|ies)|state aid|de[- ]minimis|beneficiar(?:y|ies)|work packages?|förder\p{L}*|zuwendung\p{L}*|zuschuss|antrag\p{L}*|richtlinie|bewilligung\p{L}*|beihilfe\p{L}*|projektträger\p{L}*|verwendungsnachweis|vorhaben\p{L}*|eigenanteil|appel à projets|subventions?|éligib\p{L}*|candidatures?|candidats?|bénéficiaires?|dépenses?|aides? d.état|règlement\p{L}*|dossiers?|cahier des charges|convocatoria\p{L}*|subvenci\p{L}*|solicit\p{L}*|beneficiari\p{L}*|bando|contribut\p{L}*|subsidie\p{L}*|aanvra\p{L}*|dotacj\p{L}*|wnios\p{L}*)(?!\p{L})/giu;
const firmWords =
  /(?<!\p{L})(?:balance sheet|annual accounts|profit and loss|turnover|curriculum vitae|work experience|references?|quotation|company|business plan|commercial register|patents?|letter of intent|bilanz|jahresabschl\p{L}*|umsatz\p{L}*|lebenslauf|berufserfahrung|referenzen|angebot|handelsregister\p{L}*|gesellschaft\p{L}*|geschäftsplan|unternehmen\p{L}*|gewinn\p{L}*|patent\p{L}*|gmbh|kalkulation|absichtserklärung\p{L}*)(?!\p{L})/giu;

/** What data sheets, studies and drawings speak of. */
const technicalWords =
  /(?<!\p{L})(?:data ?sheets?|specifications?|sensors?|prototypes?|measure(?:s|d|ment|ments)?|materials?|voltage|power supply|temperatures?|pressure|housing|valves?|software|firmware|interfaces?|architecture|algorithms?|laborator(?:y|ies)|test reports?|drawings?|datenbl\p{L}*|spezifikation\p{L}*|sensor\p{L}*|prototyp\p{L}*|mess\p{L}+|werkstoff\p{L}*|edelstahl|spannung\p{L}*|stromversorgung|temperatur\p{L}*|druck|gehäuse\p{L}*|ventil\p{L}*|schnittstelle\p{L}*|architektur\p{L}*|algorithm\p{L}*|labor\p{L}*|prüfbericht\p{L}*|zeichnung\p{L}*|capteurs?|matériaux?|mesures?|pression|tension)(?!\p{L})/giu;

/** How many different words of a list a text has. */
function variety(text: string, words: RegExp): number {
  return new Set((text.slice(0, 200_000).match(words) ?? []).map((one) => one.toLowerCase())).size;
}
/** A text speaks the language of programmes. */
export const isCallText = (text: string): boolean => variety(text, callWords) >= 4;
/** Words of a paper that somebody worked on: a joke is shorter, whatever it is about. */
const longPaper = 400;
/**
 * A guideline, a paper of the firm or a technical one. A file without text may be a scan; a long one may be in any
 * language and field, and what it is worth is for the person to say.
 */
export const isApplicationPaper = (text: string): boolean =>
  text.trim() === "" ||
  variety(text, callWords) >= 2 ||
  variety(text, firmWords) >= 2 ||
  variety(text, technicalWords) >= 3 ||
  text.slice(0, 200_000).split(/\s+/).length >= longPaper;
