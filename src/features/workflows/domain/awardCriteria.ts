import { sentences, trimEndBy } from "#src/kit/text.ts";
import { type Passage, type PassageLocation, locationOf, type TenderFile } from "./tenderText.ts";
import { oneLine } from "./wording.ts";

/* By what a buyer chooses: criteria with weights in sections, lists, tables and sentences, in English and German. */

export interface AwardCriterion {
  name: string;
  /** Percent, or points when the document has points. */
  weight: number;
  unit: "%" | "points";
  kind: "price" | "quality";
  text: string;
  place: PassageLocation;
}
type Weighted = Pick<AwardCriterion, "name" | "weight" | "unit">;

const awarding = /award|evaluation|scoring|weighting|zuschlag|wertung|bewertung|gewichtung/i;
/** With a word for awarding: what follows are the criteria, whatever their weights add up to. */
const explicit = /criteri|kriteri|weight|gewicht/i;
const priceWord = /price|cost|preis|kosten|honorar|entgelt/i;

const weightPattern = /(\d{1,3}(?:[.,]\d{1,2})?)\s?(%|percent\b|prozent\b|points?\b|punkte?\b|pts\b)/i;
const weightPatterns = /(\d{1,3}(?:[.,]\d{1,2})?)\s?(%|percent\b|prozent\b|points?\b|punkte?\b|pts\b)/gi;

/** Words in a name, and words of a line that announces a list, at most. */
const [longestName, longestLead] = [12, 6];

const unitOf = (word: string): AwardCriterion["unit"] => (/^(?:%|percent|prozent)/i.test(word) ? "%" : "points");
const weightOf = (number: string): number => Number(number.replace(",", "."));
const hasName = (name: string): boolean => /\p{L}{3}/u.test(name) && name.split(" ").length <= longestName;
const isWeight = (weight: number): boolean => weight > 0 && weight <= 100;

const sign = /[|:=–(),;.\s-]/;
const withoutSigns = (text: string): string => oneLine(trimEndBy(text, sign).replace(/^[|:=–(),;.\s-]+/u, ""));

/** The first weight of a line like `Price: 50 %`, with what precedes it, else behind it; null without one. */
function firstOf(text: string): Weighted | null {
  const found = weightPattern.exec(text);
  if (!found) return null;
  const [shown = "", number = "", unit = ""] = found;
  const before = text.slice(0, found.index);
  const name = withoutSigns(/\p{L}{3}/u.test(before) ? before : text.slice(found.index + shown.length));
  const weight = weightOf(number);
  return hasName(name) && isWeight(weight) ? { name, weight, unit: unitOf(unit) } : null;
}

/** The last of these words ends what introduces the first criterion: “The contract is awarded on …”. */
const introWord =
  /(?<!\p{L})(?:are|is|on|follows|criteria|criterion|sind|ist|nach|anhand|aus|zu|lautet|lauten|wird|werden|folgt|\p{L}{0,20}kriterien|\p{L}{0,20}kriterium)(?!\p{L})/giu;
const joints = new Set(
  "and; und; sowie; the; der; die; das; den; dem; für; for; from; by; with; at; mit; zu; je; nach; auf; an; über; entfallen; weighted".split(
    "; ",
  ),
);
/** A share of the criterion before it. */
const partWord = /^[\s,;:(–-]*(?:of which|thereof|including|davon|darunter|hiervon)/i;
/** A rule how points are given, and no name. */
const scoringWord =
  /(?<!\p{L})(?:gets?|receives?|scores?|lowest|erhält|erhalten|bekommt|niedrigste[rn]?|abweichung)(?!\p{L})/iu;

/** A name without signs, articles and joining words around it. */
function nameOf(text: string): string {
  const words = withoutSigns(text).split(" ");
  const isJoint = (word: string): boolean => joints.has(word.toLowerCase());
  const from = words.findIndex((word) => !isJoint(word));
  const to = words.findLastIndex((word) => !isJoint(word));
  return from < 0 ? "" : withoutSigns(words.slice(from, to + 1).join(" "));
}

/** Several criteria of one text, `Price 40 %, quality 60 %`; none unless all of it can be read that way. */
function severalOf(text: string): Weighted[] {
  const found = [...text.matchAll(weightPatterns)].map(({ 0: shown, 1: number = "", 2: unit = "", index }) => ({
    weight: weightOf(number),
    unit: unitOf(unit),
    at: index,
    end: index + shown.length,
  }));
  const start = trimEndBy(text.slice(0, found[0]?.at ?? 0), sign);
  const lead = start.slice(start.lastIndexOf(":") + 1);
  const intro = [...lead.matchAll(introWord)].at(-1);
  const first = intro === undefined ? lead : lead.slice(intro.index + intro[0].length);
  const isNameFirst = hasName(nameOf(first));
  const criteria = found.map(({ weight, unit, at, end }, index) => {
    const before = index === 0 ? first : text.slice(found[index - 1]?.end ?? 0, at);
    const said = isNameFirst ? before : text.slice(end, found[index + 1]?.at ?? text.length);
    return { name: nameOf(said), weight, unit, isPart: partWord.test(said) };
  });
  const isReadable = criteria.every(
    ({ name, weight, unit }) =>
      hasName(name) && isWeight(weight) && unit === criteria[0]?.unit && !scoringWord.test(name),
  );
  return isReadable
    ? criteria.filter(({ isPart }) => !isPart).map(({ name, weight, unit }) => ({ name, weight, unit }))
    : [];
}

const sumOf = (criteria: readonly Weighted[]): number => criteria.reduce((sum, { weight }) => sum + weight, 0);
const isWhole = (criteria: readonly Weighted[]): boolean => Math.abs(sumOf(criteria) - 100) < 0.01;

/** Criteria of a line below a heading for criteria. */
function ofLine({ text, cells }: Passage): Weighted[] {
  const several = cells.length > 1 ? [] : severalOf(text);
  if (several.length > 1 && (several[0]?.unit === "points" || sumOf(several) <= 100)) return several;
  const first = firstOf(text);
  return first ? [first] : [];
}

/** Criteria that a sentence of running text names. */
function ofSentence(sentence: string): Weighted[] {
  if (!awarding.test(sentence)) return [];
  const several = severalOf(sentence);
  if (isWhole(several)) return several.length > 1 || explicit.test(sentence) ? several : [];
  return explicit.test(sentence) && several.length > 1 ? several : [];
}

/** A line like “Award criteria:” below which they stand. */
const isLead = ({ text, cells }: Passage): boolean =>
  cells.length < 2 &&
  awarding.test(text) &&
  !weightPattern.test(text) &&
  (text.endsWith(":") || (text.split(" ").length <= longestLead && !/[.!?;]$/.test(text)));

/** Award criteria by the passage that names them; passages without any are left out. */
export function criteriaIn(
  passages: readonly Passage[],
  file: TenderFile,
  language: "en" | "de",
): Map<Passage, AwardCriterion[]> {
  const all = new Map<Passage, AwardCriterion[]>();
  const add = (passage: Passage, criteria: readonly Weighted[], text = passage.text): void => {
    if (criteria.length === 0) return;
    const place = locationOf(file, passage);
    const made = criteria.map((one): AwardCriterion => ({
      ...one,
      kind: priceWord.test(one.name) ? "price" : "quality",
      text,
      place,
    }));
    all.set(passage, [...(all.get(passage) ?? []), ...made]);
  };
  /** Number of the heading whose numbered lines are criteria; null outside, empty below a line without a number. */
  let open: string | null = null;
  let inList = false;
  for (const passage of passages) {
    const { text, no, section, lead, isHeading } = passage;
    if (isHeading) {
      const isOpen: boolean = open !== null && (open === "" || no.startsWith(`${open}.`));
      const own = isOpen || inList ? ofLine(passage) : [];
      add(passage, own);
      if (own.length === 0) [open, inList] = [isLead(passage) ? no : null, false];
      continue;
    }
    const isAward = (awarding.test(section) && !weightPattern.test(section)) || awarding.test(lead);
    const own = isAward || inList ? ofLine(passage) : [];
    add(passage, own);
    if (own.length > 0) continue;
    inList = isLead(passage);
    if (inList) open = "";
    for (const sentence of sentences(text, language)) add(passage, ofSentence(sentence), oneLine(sentence));
  }
  return all;
}
