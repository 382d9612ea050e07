/* oxlint-disable unicorn/no-thenable -- `then` of a criterion is text in parsed data; nobody awaits it */
import { trimEndBy } from "#src/kit/text.ts";
import type { Criterion } from "./storyData.ts";

type Parts = Pick<Criterion, "given" | "when" | "then">;

/** Words that begin a step, in English and German; `And` and `But` go on with the step before. */
const steps: readonly (readonly [keyof Parts | "more", RegExp])[] = [
  ["given", /^(?:given(?: that)?|angenommen|gegeben(?: sei(?:en)?| ist| sind)?|vorausgesetzt)(?=[\s,:])[,:]?\s+/i],
  ["when", /^(?:when|wenn)(?=[\s:])[:]?\s+/i],
  ["then", /^(?:then|dann)(?=[\s:])[:]?\s+/i],
  ["more", /^(?:and|but|und|aber)(?=[\s:])[:]?\s+/i],
];
const boundary =
  /[,;.]? (?=(?:Given|When|Then|Angenommen|Gegeben sei|Wenn|Dann|And|But|Und|Aber|GIVEN|WHEN|THEN|AND)[\s:])/;

const tidy = (text: string): string => trimEndBy(text.replace(/\s+/g, " ").trim(), /[,;]/);

/** Lines without those that name a scenario or feature; a last line is what somebody asks for, whatever it is called. */
const withoutTitles = (text: string): string =>
  text
    .split("\n")
    .filter(
      (line, at, all) => at === all.length - 1 || !/^\s*(?:Scenario|Szenario|Feature|Funktionalität)[^:]*:/i.test(line),
    )
    .join("\n");

/** Reads `Given … When … Then …` out of running text; null when the text has no step of that kind. */
export function parseGherkin(text: string): Parts | null {
  const found: Parts = { given: "", when: "", then: "" };
  let open: keyof Parts | null = null;
  let isAny = false;
  for (const raw of withoutTitles(text).replace(/\s+/g, " ").trim().split(boundary)) {
    const line = raw.trim();
    const step = steps.find(([, word]) => word.test(line));
    if (step && step[0] !== "more") {
      open = step[0];
      isAny = true;
    }
    if (open === null) continue;
    const said = tidy(step ? line.replace(step[1], "") : line);
    found[open] = [found[open], said].filter(Boolean).join(step?.[0] === "more" || !step ? "; " : "; ");
  }
  return isAny ? found : null;
}

const lead: Readonly<Record<keyof Parts, RegExp>> = {
  given: steps[0]?.[1] ?? /^$/,
  when: steps[1]?.[1] ?? /^$/,
  then: steps[2]?.[1] ?? /^$/,
};

/** A criterion with each part in its own field and without the word that begins it. */
export function normalised(criterion: Criterion): Criterion {
  const filled = [criterion.given, criterion.when, criterion.then].filter((part) => part.trim() !== "");
  const whole = filled.length === 1 ? parseGherkin(filled[0] ?? "") : null;
  const parts = whole !== null && [whole.given, whole.when, whole.then].filter(Boolean).length > 1 ? whole : criterion;
  return {
    ...criterion,
    given: tidy(parts.given.trim().replace(lead.given, "")),
    when: tidy(parts.when.trim().replace(lead.when, "")),
    then: tidy(parts.then.trim().replace(lead.then, "")),
  };
}

/** Given, when and then are all there, and none of them is left open. */
export const isComplete = (criterion: Parts): boolean =>
  [criterion.given, criterion.when, criterion.then].every((part) => part.trim() !== "" && !isOpenPart(part));

/** A part that says itself that somebody has to decide it. */
const isOpenPart = (part: string): boolean => /^\[.*\]$/s.test(part.trim());
