import { sentences } from "#src/kit/text.ts";
import { type AwardCriterion, criteriaIn } from "./awardCriteria.ts";
import { type Passage, passagesIn, type PassageLocation, locationOf, type TenderFile } from "./tenderText.ts";
import { oneLine } from "./wording.ts";

/*
 * What tender documents demand of bidders, word for word, by numbering and verbs of obligation, in English and German.
 * Nothing is rephrased.
 */

export type DemandKind = "must" | "should";
export type DemandTopic = "proof" | "submission" | "price" | "time" | "staff" | "contract" | "service";

export interface Demand {
  kind: DemandKind;
  /** As written in the document. */
  text: string;
  /** The sentence that introduces a list, when it contains the obligation; else empty. */
  lead: string;
  topic: DemandTopic;
  /** Something has to be handed in with the bid. */
  isHandedIn: boolean;
  place: PassageLocation;
}

const phrase = (...lists: string[]): readonly string[] => lists.join("; ").split("; ");
const musts = phrase(
  "must; shall; has to; have to; is to be; are to be; is required; are required; required; needed; to be; mandatory; obliged to; minimum requirement; is obligatory; will be excluded; must not; may not; not permitted",
  "muss; müssen; zwingend; verbindlich; verpflichtet; verpflichtend; erforderlich; vorgeschrieben; darf nicht; dürfen nicht; darf kein; darf keine; dürfen keine; nicht zulässig; werden ausgeschlossen; wird ausgeschlossen; führt zum ausschluss; führen zum ausschluss",
);
const shoulds = phrase(
  "should; desirable; preferred; preferably; ideally; is welcome",
  "soll; sollen; sollte; sollten; wünschenswert; bevorzugt; idealerweise; erwünscht",
);
const bidders = phrase(
  "the contractor; the supplier; the provider; the bidder; the tenderer; bidders; tenderers; the successful bidder; the service provider",
  "der auftragnehmer; die auftragnehmerin; der bieter; die bieterin; das unternehmen; bieter; der dienstleister; die dienstleisterin; der lieferant",
);
const buyers = phrase(
  "the buyer; the authority; the contracting authority; the council; the client; the customer; the town; the purchaser; we",
  "der auftraggeber; die auftraggeberin; die vergabestelle; die stadt; die gemeinde; der landkreis; wir",
);
const permissions = phrase("may; can; is allowed; kann; können; darf; dürfen; zulässig");

/** Lower-case words with one space around each, so that phrases are found whole. */
const wordsLine = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []).join(" ")} `;
const hasOne = (line: string, phrases: readonly string[]): boolean => phrases.some((one) => line.includes(` ${one} `));
const beginsWith = (line: string, phrases: readonly string[]): boolean =>
  phrases.some((one) => line.startsWith(` ${one} `));

const infinitiveWithZu =
  /^(?:vor|ein|nach|bei|an|aus|ab|auf|sicher|fest|bereit|mit|durch|hin|zurück|um|unter|offen|dar|zusammen|fertig)zu\p{L}{2,20}n$/u;
/** Words between “ist” and “einzureichen” at most. */
const longestBracket = 40;

/** German “ist … einzureichen”, “hat … zu stellen”. */
function isBracketed(line: string): boolean {
  const words = line.trim().split(" ");
  return words.some((word, at) => {
    if (!["ist", "sind", "hat", "haben"].includes(word)) return false;
    return words
      .slice(at + 1, at + 1 + longestBracket)
      .some(
        (next, offset, rest) =>
          infinitiveWithZu.test(next) || (next === "zu" && /\p{L}{2,20}n$/u.test(rest[offset + 1] ?? "")),
      );
  });
}

/** German documents shorten both sides to „AN“ and „AG“. */
const spelledOut = (sentence: string): string =>
  sentence.replace(/^(?:Der|Die) A[NG](?!\p{L})/u, (short) =>
    short.endsWith("N") ? "Der Auftragnehmer" : "Der Auftraggeber",
  );

/** What a sentence demands of bidders; null when it demands nothing of them. */
export function demandKindOf(sentence: string): DemandKind | null {
  const line = wordsLine(spelledOut(sentence));
  const isBidders = beginsWith(line, bidders);
  if (beginsWith(line, buyers)) return null;
  if (hasOne(line, musts) || isBracketed(line)) return "must";
  // Leave within a limit is a demand.
  if (hasOne(line, permissions) && limiting.test(sentence)) return "must";
  if (hasOne(line, shoulds)) return "should";
  // A promise in the contractor's name is one: “The contractor will deliver”, „Der Auftragnehmer liefert“.
  return isBidders && !hasOne(line, permissions) && sentence.length > 25 ? "must" : null;
}

const topics: readonly [DemandTopic, readonly string[]][] = [
  [
    "price",
    [
      "price",
      "prices",
      "rate",
      "rates",
      "cost",
      "costs",
      "vat",
      "preis",
      "preise",
      "preisblatt",
      "angebotspreis",
      "stundensatz",
      "kosten",
      "umsatzsteuer",
      "price sheet",
      "rabatt",
    ],
  ],
  [
    "proof",
    [
      "reference",
      "references",
      "certificate",
      "certificates",
      "certified",
      "turnover",
      "insurance",
      "accreditation",
      "qualification",
      "qualifications",
      "licence",
      "comparable projects",
      "proof",
      "evidence",
      "referenz",
      "referenzen",
      "zertifikat",
      "zertifikate",
      "zertifiziert",
      "umsatz",
      "jahresumsatz",
      "haftpflichtversicherung",
      "versicherung",
      "betriebshaftpflicht",
      "nachweis",
      "nachweise",
      "präqualifikation",
      "eignung",
      "bescheinigung",
      "zulassung",
    ],
  ],
  [
    "submission",
    [
      "bid",
      "bids",
      "tender",
      "tenders",
      "submission",
      "submit",
      "submitted",
      "signed",
      "upload",
      "form",
      "forms",
      "envelope",
      "platform",
      "pages",
      "angebot",
      "angebote",
      "angebots",
      "einzureichen",
      "abzugeben",
      "unterschrieben",
      "formblatt",
      "formblätter",
      "vordruck",
      "vergabeplattform",
      "textform",
      "seiten",
      "konzept",
    ],
  ],
  [
    "staff",
    [
      "staff",
      "personnel",
      "team",
      "project manager",
      "employee",
      "employees",
      "engineer",
      "personal",
      "projektleitung",
      "projektleiter",
      "mitarbeitende",
      "mitarbeiter",
      "fachkräfte",
      "fachkraft",
      "ansprechpartner",
    ],
  ],
  [
    "time",
    [
      "deadline",
      "within",
      "days",
      "hours",
      "weeks",
      "start",
      "completed",
      "frist",
      "innerhalb",
      "tage",
      "tagen",
      "stunden",
      "wochen",
      "beginn",
      "fertigstellung",
      "binnen",
      "termin",
    ],
  ],
  [
    "contract",
    [
      "contract",
      "liability",
      "warranty",
      "payment",
      "penalty",
      "invoice",
      "confidential",
      "vertrag",
      "haftung",
      "gewährleistung",
      "zahlung",
      "vertragsstrafe",
      "rechnung",
      "vertraulich",
      "mindestlohn",
      "minimum wage",
    ],
  ],
];
const topicOf = (line: string): DemandTopic => topics.find(([, words]) => hasOne(line, words))?.[0] ?? "service";

const handingIn = phrase(
  "submit; submitted; hand in; handed in; enclose; enclosed; attach; attached; upload; uploaded; provide with the bid; include with; prove; proven; proof; show",
  "einzureichen; vorzulegen; beizufügen; abzugeben; nachzuweisen; hochzuladen; beizulegen; mit dem angebot; einreichen; vorlegen; beifügen; nachweisen; auszufüllen",
);

/** A least or a most: in a numbered line it demands, with or without a verb of obligation. */
const limiting =
  /at least|at most|no more than|no fewer than|minimum|maximum|may only|mindest|höchstens|maximal|darf nur|nicht mehr als/i;

/** Sections whose items are demands, whether or not they have a verb. */
const demanding =
  /requirement|specification|suitability|eligib|minimum|proofs?\b|documents to be|submission|anforderung|eignung|mindest|nachweis|einzureichen|unterlagen|leistungsverzeichnis|leistungsumfang/i;

/** Sections of what is to be done: their numbered lines are duties, unless they describe something. */
const dutiful = /\bscope\b|services\b|duties|tasks|leistung|aufgaben/i;
const describing = phrase(
  "is; are; was; were; has; have; ist; sind; war; waren; wird; werden; wurde; wurden; hat; haben",
);

const mustCell = /^(?:must|m|muss|ko|k\.o\.|a|a-kriterium|muss-kriterium|mandatory|pflicht)$/i;
const shouldCell = /^(?:should|s|soll|b|b-kriterium|soll-kriterium|optional|desirable|wunsch|kann)$/i;

/** German words outnumber English ones. */
function languageOfText(text: string): "en" | "de" {
  const words = wordsLine(text.slice(0, 20_000)).split(" ");
  const count = (list: string): number => words.filter((word) => list.split(" ").includes(word)).length;
  return count("der die das und ist sind mit für") > count("the and of is are with for to") ? "de" : "en";
}

/** Shorter sentences demand nothing; longer ones are no sentences. */
const [shortest, longest] = [12, 1_900];

export interface TenderReading {
  demands: Demand[];
  criteria: AwardCriterion[];
}

const sameWords = (text: string): string => wordsLine(text).trim();

/** Demands and award criteria of some documents, in their order; the same words once. */
export function readTender(files: readonly TenderFile[]): TenderReading {
  const demands = new Map<string, Demand>();
  const criteria = new Map<string, AwardCriterion>();
  for (const file of files) {
    const language = languageOfText(file.text);
    const passages = passagesIn(file.text);
    const named = criteriaIn(passages, file, language);
    for (const passage of passages) {
      const own = named.get(passage) ?? [];
      for (const criterion of own)
        if (!criteria.has(sameWords(criterion.name))) criteria.set(sameWords(criterion.name), criterion);
      if (passage.isHeading || own.some(({ text }) => text === passage.text)) continue;
      for (const demand of demandsOf(passage, file, language)) {
        const key = sameWords(demand.text);
        if (key !== "" && !demands.has(key)) demands.set(key, demand);
      }
    }
  }
  return { demands: [...demands.values()], criteria: [...criteria.values()] };
}

function demandsOf(passage: Passage, file: TenderFile, language: "en" | "de"): Demand[] {
  const { cells, isItem, lead, section, no } = passage;
  const place = locationOf(file, passage);
  const made = (text: string, kind: DemandKind, from = ""): Demand => {
    const line = wordsLine(`${from} ${text}`);
    return { kind, text, lead: from, topic: topicOf(wordsLine(text)), isHandedIn: hasOne(line, handingIn), place };
  };
  if (cells.length > 1) {
    const level = cells.find((cell) => mustCell.test(cell) || shouldCell.test(cell));
    const [text = ""] = cells.filter((cell) => cell !== level).toSorted((a, b) => b.length - a.length);
    const kind = level === undefined ? demandKindOf(text) : mustCell.test(level) ? "must" : "should";
    return kind !== null && text.length >= shortest && text.length <= longest ? [made(text, kind)] : [];
  }
  const leadKind = lead === "" ? null : demandKindOf(lead);
  return sentences(passage.text, language).flatMap((raw, index): Demand[] => {
    const text = oneLine(raw);
    if (text.length < shortest || text.length > longest) return [];
    // The lead of a list is said with each of its items.
    if (text.endsWith(":")) return [];
    const kind = demandKindOf(text);
    if (kind !== null) return [made(text, kind)];
    if (isItem && leadKind !== null) return [made(text, leadKind, lead)];
    const line = wordsLine(spelledOut(text));
    // A label with its value is a term of the contract.
    const isDuty = dutiful.test(section) && !hasOne(line, describing) && !text.includes(":");
    const isNumbered =
      (no !== "" || isItem) && (limiting.test(text) || (index === 0 && (demanding.test(section) || isDuty)));
    const isListed = (isNumbered || (isItem && demanding.test(section))) && !beginsWith(line, buyers);
    return isListed && !hasOne(line, permissions) ? [made(text, "must")] : [];
  });
}

/** Words of a text that speaks of tenders. */
const cues =
  /tender|bidder|award criteri|contracting authority|procurement|request for (?:proposal|quotation)|\bRFP\b|\bRFQ\b|vergabe|bieter|angebot|leistungsverzeichnis|leistungsbeschreibung|zuschlag|eignung|ausschreibung|auftraggeber|auftragnehmer|specification|supplier|contractor/gi;
/** Different cues that a text needs. */
const minCues = 3;

/**
 * Whether a file may be a tender document, or belong to one: it speaks of tenders, or demands something several times.
 */
export function isTenderText(text: string): boolean {
  const part = text.slice(0, 200_000);
  const found = new Set((part.match(cues) ?? []).map((one) => one.toLowerCase()));
  return found.size >= minCues || readTender([{ id: "f", title: "", text: part }]).demands.length >= 5;
}

const buyerLine =
  /^(?:Contracting authority|Buyer|Authority|Client|Customer|Auftraggeber(?:in)?|Vergabestelle|Öffentlicher Auftraggeber)\s?(?::|\|)\s?(.{3,160})$/i;

/** Who buys, from a line like `Contracting authority: Town of …`; empty without one. */
export function buyerIn(files: readonly TenderFile[]): string {
  for (const { text } of files)
    for (const line of text.split("\n")) {
      const name = buyerLine.exec(oneLine(line))?.[1];
      if (name !== undefined) return name.split(";")[0]?.trim() ?? "";
    }
  return "";
}
