import { trimEndBy } from "#src/kit/text.ts";
import { oneLine } from "./wording.ts";

/* Steps of a criterion as people and writers give them: `Given …, when …, then …`, in English and German. */

interface Steps {
  given: string;
  when: string;
  result: string;
}

const stepWords: readonly (readonly [keyof Steps, RegExp])[] = [
  ["given", /^(?:given(?: that)?|angenommen|gegeben(?: sei(?:en)?| ist| sind)?|vorausgesetzt)(?=[\s,:])[,:]?\s+/i],
  ["when", /^(?:when|wenn)(?=[\s:])[:]?\s+/i],
  ["result", /^(?:then|dann)(?=[\s:])[:]?\s+/i],
];
const moreWord = /^(?:and|but|und|aber)(?=[\s:])[:]?\s+/i;
/** Where one step ends and the next begins: a sign, or a word that begins a step in capitals. */
const boundary =
  /(?:[,;.] |:[ ]|[,;.]? (?=[A-Z]))(?=(?:given|when|then|angenommen|gegeben sei|wenn|dann|and|but|und|aber)[\s:])/i;

const tidy = (text: string): string => trimEndBy(oneLine(text), /[.,;:]/);

/** The steps of a sentence that has a word for each of them; null for any other. */
function stepsOf(line: string): Steps | null {
  const found: Steps = { given: "", when: "", result: "" };
  let open: keyof Steps | null = null;
  for (const raw of oneLine(line).split(boundary)) {
    const piece = raw.trim();
    const step = stepWords.find(([, word]) => word.test(piece));
    if (step) open = step[0];
    if (open === null) return null;
    const text = tidy(step ? piece.replace(step[1], "") : piece.replace(moreWord, ""));
    found[open] = [found[open], text].filter(Boolean).join("; ");
  }
  return found.given !== "" && found.when !== "" && found.result !== "" ? found : null;
}

/**
 * A line as `given | when | result`, without the words that begin the steps. A line that is neither a sentence of three
 * steps nor three parts between bars stays as it is.
 */
export function criterionLine(line: string): string {
  const parts = line.split("|");
  if (parts.length === 3)
    return parts.map((part, at) => tidy(part.trim().replace(stepWords[at]?.[1] ?? /^$/, ""))).join(" | ");
  const steps = parts.length === 1 ? stepsOf(line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, "")) : null;
  return steps ? `${steps.given} | ${steps.when} | ${steps.result}` : line;
}
